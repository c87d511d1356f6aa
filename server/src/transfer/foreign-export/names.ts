/** Names of people, channels and files, as importers of other products accept them. */
import { domainToASCII } from 'node:url';
import type { User } from '../../core/organization/index.ts';
import { getInertEnding } from '../../lib/files/types.ts';

/** Reduces a name to what may be part of a path on every system, 240 bytes at most. */
export function safeName(name: string, fallback: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = [...plain].slice(0, 60).join('');
  return short === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? fallback : short;
}

/** The same with its ending, by which people and programs know what a file is. */
export function safeFileName(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,12}$/.exec(name)?.[0] ?? '';
  const start = safeName(name.slice(0, name.length - ending.length), 'file');
  return `${[...start].slice(0, 60 - ending.length).join('')}${ending}`;
}

/**
 * The same for folders that people read or publish as they are: with one dot, and an ending by which nothing runs the file, or
 * shows its content as a page.
 */
export function inertFileName(name: string): string {
  const kept = getInertEnding(name);
  const stem = kept === undefined ? name : name.slice(0, -kept.length - 1);
  return safeFileName(`${stem.replaceAll('.', '_')}.${kept ?? 'bin'}`);
}

const latin = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** The name, or with the ID where it is empty or another has it. */
function unique(name: string, id: number, taken: Set<string>, fallback: string): string {
  const numbered = `${name === '' ? fallback : name}-${id}`;
  let found = name === '' || taken.has(name) ? numbered : name;
  for (let n = 2; taken.has(found); n++) found = `${numbered}-${n}`;
  taken.add(found);
  return found;
}

/** Lower-case letters, digits and hyphens, at most 60, the usual form of channel names elsewhere. */
export const slug = (name: string, id: number, taken: Set<string>): string =>
  unique(latin(name).slice(0, 44).replace(/-+$/, ''), id, taken, 'x');

/** Names that Mattermost keeps for itself, in mentions and for accounts. */
const reserved = ['all', 'channel', 'here', 'everyone', 'matterbot', 'system'];

/** By ID: at least three lower-case letters, digits and hyphens, the first a letter. */
export function makeUsernames(people: readonly Pick<User, 'id' | 'fullName'>[]): Map<number, string> {
  const taken = new Set(reserved);
  return new Map(
    people.map(({ id, fullName }) => {
      const short = latin(fullName).slice(0, 22).replace(/-+$/, '');
      const name = /^[^a-z]/.test(short) ? `u${short}` : short;
      return [id, unique(name.length < 3 ? '' : name, id, taken, 'user')];
    }),
  );
}

const localPart = /^[-!#$%&'*+/=?^_`{}|~0-9A-Z]+(?:\.[-!#$%&'*+/=?^_`{}|~0-9A-Z]+)*$/i;
const host = /^(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.)+[A-Z0-9-]{1,62}[A-Z0-9]$/i;

/** An address that every importer takes for one: one address that is none would end a whole import. */
export function exportedAddress(user: Pick<User, 'id' | 'deliveryEmail'>): string {
  const { deliveryEmail: address } = user;
  const [, local = '', domain = ''] = /^(.+)@([^@]+)$/.exec(address) ?? [];
  const isTaken = address.length <= 128 && localPart.test(local) && host.test(domainToASCII(domain));
  return isTaken ? address : `user${user.id}@heddle.invalid`;
}
