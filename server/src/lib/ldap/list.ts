/** Lists everyone in an LDAP directory who could sign in. */
import type { Entry } from 'ldapts';
import { requestedAttributes, type LdapPerson, personFrom } from './find-person.ts';
import { openForSearch, toUnavailable } from './connect.ts';
import { isDisabled } from './holders.ts';
import { binaryAttributes } from './entry-id.ts';
import { hasRules, listMembers, groupNames, parentsFrom, withParents } from './groups.ts';
import { filterForAll, type LdapSettings } from './settings.ts';
import { readTexts, readText, readValues } from './values.ts';

const pageSize = 500;
const timeoutMs = 60_000;

export interface ListedPerson extends LdapPerson {
  /** Unvalidated. */
  picture?: Buffer;
}

/** The complete list, or an error. @throws LdapUnavailableError */
export async function listLdap(settings: LdapSettings): Promise<ListedPerson[]> {
  try {
    const client = await openForSearch(settings, timeoutMs);
    try {
      const { searchEntries } = await client.search(settings.searchBase, {
        scope: 'sub',
        filter: filterForAll(settings),
        attributes: [...requestedAttributes(settings), 'userAccountControl', ...pictureAttributes(settings)],
        explicitBufferAttributes: [...binaryAttributes, ...pictureAttributes(settings)],
        paged: { pageSize },
      });
      const members = await listMembers(settings, client);
      const findParents = parentsFrom(settings, client, members);
      const people: ListedPerson[] = [];
      for (const entry of searchEntries) {
        if (isDisabled(entry)) continue;
        const groups =
          hasRules(settings) && (await withParents(directGroups(settings, entry, members), findParents));
        people.push({ ...listed(settings, entry), ...(groups && { groups: groups.flatMap(groupNames) }) });
      }
      return people;
    } finally {
      await client.unbind().catch(() => undefined);
    }
  } catch (error) {
    throw toUnavailable(error);
  }
}

const pictureAttributes = ({ avatarAttribute }: LdapSettings): string[] =>
  avatarAttribute === undefined ? [] : [avatarAttribute];

function directGroups(
  { groupsAttribute }: LdapSettings,
  entry: Entry,
  members: ReadonlyMap<string, readonly string[]>,
): string[] {
  const keys = [entry.dn, readText(entry, 'uid')].flatMap((key) => key?.toLowerCase() ?? []);
  return [...readTexts(entry, groupsAttribute), ...keys.flatMap((key) => members.get(key) ?? [])];
}

function listed(settings: LdapSettings, entry: Entry): ListedPerson {
  const { avatarAttribute } = settings;
  const picture = avatarAttribute === undefined ? undefined : readValues(entry, avatarAttribute)[0];
  return {
    ...personFrom(settings, entry),
    ...(Buffer.isBuffer(picture) && picture.length > 0 && { picture }),
  };
}
