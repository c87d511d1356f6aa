/** The ID that a directory gives an entry for good, whatever becomes of its DN, name and email address. */
import type { Entry } from 'ldapts';
import { readValues } from './values.ts';

/**
 * In Active Directory, 389 Directory Server, and OpenLDAP and others. 389 Directory Server may begin to have `entryUUID` later, which
 * must not change the ID.
 */
export const idAttributes = ['objectGUID', 'nsUniqueId', 'entryUUID'] as const;

/** Attributes whose values are bytes. */
export const binaryAttributes = ['objectGUID'];

/** @returns the attribute and its value, such as `entryUUID:…`; `undefined` in a directory without such IDs. */
export function readEntryId(entry: Entry): string | undefined {
  for (const attribute of idAttributes) {
    const [value] = readValues(entry, attribute);
    const text = Buffer.isBuffer(value) ? value.toString('hex') : value;
    if (text !== undefined && text !== '') return `${attribute}:${text.toLowerCase()}`;
  }
  return undefined;
}

/** A DN is none, since no attribute of it has a colon behind its name. */
export const isEntryId = (text: string): boolean => idAttributes.some((name) => text.startsWith(`${name}:`));

/** Finds the entry with this ID. */
export async function filterForId(id: string): Promise<string> {
  const { Filter } = await import('ldapts');
  const at = id.indexOf(':');
  const [attribute, value] = [id.slice(0, at), id.slice(at + 1)];
  const isBytes = binaryAttributes.includes(attribute);
  return `(${attribute}=${isBytes ? value.replace(/../g, '\\$&') : Filter.escape(value)})`;
}
