/**
 * Groups in an LDAP directory: from an attribute of the person, or from group entries that list their members; and the groups that
 * have these as members.
 */
import type { Client, Entry } from 'ldapts';
import type { LdapSettings } from './settings.ts';
import { readTexts, readText } from './values.ts';

const pageSize = 500;
const memberAttributes = ['member', 'uniqueMember', 'memberUid'] as const;

/** Nothing unless a rule needs groups. @returns all names that a rule may use for them */
export async function findGroups(
  settings: LdapSettings,
  client: Client,
  entry: Entry,
): Promise<{ groups?: readonly string[] }> {
  if (!hasRules(settings)) return {};
  const { groupBase, groupsAttribute } = settings;
  const own = readTexts(entry, groupsAttribute);
  const found =
    groupBase === undefined
      ? await withParents(own, findByAttribute(client, groupsAttribute))
      : await withParents(
          [...own, ...(await searchGroups(groupBase, client, [entry.dn], readText(entry, 'uid')))],
          (dns) => searchGroups(groupBase, client, dns),
        );
  return { groups: found.flatMap(groupNames) };
}

export const hasRules = ({ groups, roles }: Pick<LdapSettings, 'groups' | 'roles'>): boolean =>
  groups.size + roles.size > 0;

/** The distinguished name and its first component: `weavers` for `cn=weavers,ou=groups,dc=example,dc=com`. */
export function groupNames(dn: string): string[] {
  const [, first] = /^[^=,]+=((?:\\.|[^,+\\])+)/.exec(dn) ?? [];
  return first === undefined ? [dn] : [dn, first.replace(/\\(.)/g, '$1').trim()];
}

/** So that a filter stays short. */
const mostInFilter = 50;

/** @param uid Of a person, whom some groups list by it */
async function searchGroups(
  groupBase: string,
  client: Client,
  members: readonly string[],
  uid?: string,
): Promise<string[]> {
  const { Filter } = await import('ldapts');
  const found: string[] = [];
  for (let i = 0; i < members.length; i += mostInFilter) {
    const dns = members.slice(i, i + mostInFilter).map((dn) => Filter.escape(dn));
    const byUid = uid === undefined ? '' : `(memberUid=${Filter.escape(uid)})`;
    const { searchEntries } = await client.search(groupBase, {
      scope: 'sub',
      filter: `(|${dns.map((dn) => `(member=${dn})(uniqueMember=${dn})`).join('')}${byUid})`,
      attributes: ['cn'],
      paged: { pageSize },
    });
    found.push(...searchEntries.map((one) => one.dn));
  }
  return found;
}

/** Finds the groups of many people from `listMembers`, or else from the entries of groups. */
export const parentsFrom = (
  { groupBase, groupsAttribute }: Pick<LdapSettings, 'groupBase' | 'groupsAttribute'>,
  client: Pick<Client, 'search'>,
  members: ReadonlyMap<string, readonly string[]>,
): FindParents =>
  groupBase === undefined
    ? findByAttribute(client, groupsAttribute)
    : (dns) => Promise.resolve(dns.flatMap((dn) => members.get(dn.toLowerCase()) ?? []));

/** Loads all groups at once: names of groups by each member's distinguished name or user name, in lower case. */
export async function listMembers(
  settings: Pick<LdapSettings, 'groupBase' | 'groups' | 'roles'>,
  client: Pick<Client, 'search'>,
): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  if (settings.groupBase === undefined || !hasRules(settings)) return members;
  const { searchEntries } = await client.search(settings.groupBase, {
    scope: 'sub',
    filter: '(|(member=*)(uniqueMember=*)(memberUid=*))',
    attributes: [...memberAttributes],
    paged: { pageSize },
  });
  for (const group of searchEntries)
    for (const name of memberAttributes)
      for (const member of await readAll(client, group, name)) {
        const key = member.toLowerCase();
        const known = members.get(key);
        if (known) known.push(group.dn);
        else members.set(key, [group.dn]);
      }
  return members;
}

/** Active Directory returns long lists in parts, as `member;range=0-1499`, of which the last one ends with `*`. */
async function readAll(client: Pick<Client, 'search'>, entry: Entry, attribute: string): Promise<string[]> {
  const values = readTexts(entry, attribute);
  let part = findPart(entry, attribute, 0);
  while (part) {
    values.push(...readTexts(part.entry, part.name));
    if (part.next === undefined) break;
    const attributes = [`${attribute};range=${part.next}-*`];
    const { searchEntries } = await client.search(entry.dn, { scope: 'base', attributes });
    part = searchEntries[0] && findPart(searchEntries[0], attribute, part.next);
    // If a part of the list were missing, its members would seem to have left the group.
    if (!part) throw new Error(`The directory did not return all members of ${entry.dn}.`);
  }
  return values;
}

/** The part that begins at this index; without `next` it is the last one. */
function findPart(
  entry: Entry,
  attribute: string,
  from: number,
): { entry: Entry; name: string; next: number | undefined } | undefined {
  for (const name of Object.keys(entry)) {
    const [, of = '', first, last] = /^(\w+);range=(\d+)-(\d+|\*)$/i.exec(name) ?? [];
    if (of.toLowerCase() !== attribute.toLowerCase() || Number(first) !== from) continue;
    return { entry, name, next: last === '*' ? undefined : Math.max(Number(last), from) + 1 };
  }
  return undefined;
}

// Groups that are members of groups, in any depth.

/** Active Directory admits nobody with more than about a thousand. */
const mostGroups = 5000;
const atOnce = 20;

/** @returns the groups that list any of these as members, known ones among them */
type FindParents = (dns: readonly string[]) => Promise<string[]>;

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
