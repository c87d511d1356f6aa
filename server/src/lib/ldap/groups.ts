/** Groups in an LDAP directory: from an attribute of the person, or from group entries that list their members. */
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
  const own = readTexts(entry, settings.groupsAttribute);
  const found = settings.groupBase === undefined ? [] : await searchGroups(settings, client, entry);
  return { groups: [...own, ...found].flatMap(groupNames) };
}

export const hasRules = ({ groups, roles }: LdapSettings): boolean => groups.size + roles.size > 0;

/** The distinguished name and its first component: `weavers` for `cn=weavers,ou=groups,dc=example,dc=com`. */
export function groupNames(dn: string): string[] {
  const [, first] = /^[^=,]+=((?:\\.|[^,+\\])+)/.exec(dn) ?? [];
  return first === undefined ? [dn] : [dn, first.replace(/\\(.)/g, '$1').trim()];
}

async function searchGroups(
  { groupBase = '' }: LdapSettings,
  client: Client,
  entry: Entry,
): Promise<string[]> {
  const { Filter } = await import('ldapts');
  const dn = Filter.escape(entry.dn);
  const uid = readText(entry, 'uid');
  const byUid = uid === undefined ? '' : `(memberUid=${Filter.escape(uid)})`;
  const { searchEntries } = await client.search(groupBase, {
    scope: 'sub',
    filter: `(|(member=${dn})(uniqueMember=${dn})${byUid})`,
    attributes: ['cn'],
    paged: { pageSize },
  });
  return searchEntries.map((one) => one.dn);
}

/** Loads all groups at once: names of groups by each member's distinguished name or user name, in lower case. */
export async function listMembers(settings: LdapSettings, client: Client): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  if (settings.groupBase === undefined || !hasRules(settings)) return members;
  const { searchEntries } = await client.search(settings.groupBase, {
    scope: 'sub',
    filter: '(|(member=*)(uniqueMember=*)(memberUid=*))',
    attributes: [...memberAttributes],
    paged: { pageSize },
  });
  for (const group of searchEntries)
    for (const member of memberAttributes.flatMap((name) => readTexts(group, name))) {
      const key = member.toLowerCase();
      members.set(key, [...(members.get(key) ?? []), group.dn]);
    }
  return members;
}
