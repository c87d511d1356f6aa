/** Counts the entries that could sign in, for a test of the settings. */
import type { Client } from 'ldapts';
import { filterForAll, type LdapSettings } from './settings.ts';
import { readText } from './values.ts';

const pageSize = 500;

/** All of them, as a synchronization reads them: a directory may return only some. @param client Authenticated as the search account. */
export async function countEntries(
  { searchBase, filter, emailAttribute }: LdapSettings,
  client: Client,
): Promise<{ entries: number; withEmail: number }> {
  let [entries, withEmail] = [0, 0];
  const pages = client.searchPaginated(searchBase, {
    scope: 'sub',
    filter: filterForAll({ filter }),
    attributes: [emailAttribute],
    paged: { pageSize },
  });
  for await (const { searchEntries } of pages) {
    entries += searchEntries.length;
    withEmail += searchEntries.filter((entry) => readText(entry, emailAttribute) !== undefined).length;
  }
  return { entries, withEmail };
}
