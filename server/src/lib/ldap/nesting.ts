/** Groups that are members of groups, in any depth. */
import type { Client } from 'ldapts';
import { readTexts } from './values.ts';

/** Active Directory admits nobody with more than about a thousand. */
const mostGroups = 5000;
const atOnce = 20;

/** @returns the groups that list any of these as members, known ones among them */
export type FindParents = (dns: readonly string[]) => Promise<string[]>;

/** @returns these groups and all that contain them; circles end. */
export async function withParents(dns: readonly string[], findParents: FindParents): Promise<string[]> {
  const found = new Map<string, string>();
  for (let level = dns; level.length > 0;) {
    const added = level.filter(
      (dn, i) => !found.has(toKey(dn)) && level.findIndex((one) => toKey(one) === toKey(dn)) === i,
    );
    for (const dn of added) found.set(toKey(dn), dn);
    if (found.size > mostGroups) throw new RangeError('The LDAP directory has too many groups in groups.');
    level = added.length > 0 ? await findParents(added) : [];
  }
  return [...found.values()];
}

/** By what the entry of a group says of itself, as that of a person does. Each is read only once. */
export function findByAttribute(client: Pick<Client, 'search'>, attribute: string): FindParents {
  const known = new Map<string, Promise<string[]>>();
  const read = (dn: string): Promise<string[]> => {
    const before = known.get(toKey(dn));
    if (before) return before;
    const reading = readParents(client, attribute, dn);
    known.set(toKey(dn), reading);
    return reading;
  };
  return async (dns) => {
    const parents: string[] = [];
    const named = dns.filter(isDn);
    for (let i = 0; i < named.length; i += atOnce)
      parents.push(...(await Promise.all(named.slice(i, i + atOnce).map(read))).flat());
    return parents;
  };
}

const toKey = (dn: string): string => dn.toLowerCase();

/** The attribute may have names of another kind. */
const isDn = (text: string): boolean => /^[\w.-]+\s*=/.test(text);

/** Groups of another domain are not here, and some may not be read: they have no parents that count. */
const unreadable: ReadonlySet<string> = new Set([
  'NoSuchObjectError',
  'InsufficientAccessError',
  'InvalidDNSyntaxError',
  'UnknownStatusCodeError',
]);

async function readParents(client: Pick<Client, 'search'>, attribute: string, dn: string): Promise<string[]> {
  try {
    const { searchEntries } = await client.search(dn, { scope: 'base', attributes: [attribute] });
    return searchEntries.flatMap((entry) => readTexts(entry, attribute));
  } catch (error) {
    if (error instanceof Error && unreadable.has(error.name)) return [];
    throw error;
  }
}
