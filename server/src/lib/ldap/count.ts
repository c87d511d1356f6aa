/** Counts the entries that could sign in, for a test of the settings. */
import type { Client } from 'ldapts';
import { filterForAll, type LdapSettings } from './settings.ts';
import { readText } from './values.ts';

const most = 500;

/** At most some hundred. @param client Authenticated as the search account. */
export async function countEntries(
  { searchBase, filter, emailAttribute }: LdapSettings,
  client: Client,
): Promise<{ entries: number; withEmail: number }> {
  let [entries, withEmail] = [0, 0];
  const pages = client.searchPaginated(searchBase, {
    scope: 'sub',
    filter: filterForAll({ filter }),
    attributes: [emailAttribute],
    paged: { pageSize: most },
  });
  for await (const { searchEntries } of pages) {
    entries += searchEntries.length;
    withEmail += searchEntries.filter((entry) => readText(entry, emailAttribute) !== undefined).length;
    if (entries >= most) break;
  }
  return { entries, withEmail };
}
