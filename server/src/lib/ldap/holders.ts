/** Asks a directory who has an email address. */
import { openForSearch, toUnavailable } from './connect.ts';
import { filterForAll, type LdapSettings } from './settings.ts';
import type { Entry } from 'ldapts';
import { readText } from './values.ts';

/** Disabled entries are left out only after the search. */
const most = 50;

export interface AddressHolders {
  /** Entries that could sign in. */
  count: number;
  /** Whether there is still an entry at the DN that was asked for. */
  hasFormer: boolean;
}

/** @param formerDn Of an entry that had the address before. @throws LdapUnavailableError */
export async function findHolders(
  settings: LdapSettings,
  email: string,
  formerDn: string | undefined,
): Promise<AddressHolders> {
  try {
    const client = await openForSearch(settings);
    try {
      const { Filter, NoSuchObjectError } = await import('ldapts');
      const { searchEntries } = await client.search(settings.searchBase, {
        scope: 'sub',
        filter: `(&(${settings.emailAttribute}=${Filter.escape(email)})${filterForAll(settings)})`,
        attributes: ['userAccountControl'],
        sizeLimit: most,
      });
      const former =
        formerDn === undefined
          ? undefined
          : await client.search(formerDn, { scope: 'base', attributes: ['1.1'] }).catch((error: unknown) => {
              if (error instanceof NoSuchObjectError) return undefined;
              throw error;
            });
      return {
        count: searchEntries.filter((entry) => !isDisabled(entry)).length,
        hasFormer: (former?.searchEntries.length ?? 0) > 0,
      };
    } finally {
      await client.unbind().catch(() => undefined);
    }
  } catch (error) {
    throw toUnavailable(error);
  }
}

// Accounts that Active Directory has disabled.

const disabledBit = 2;

/** @param entry With its `userAccountControl`, which other directories do not have. */
export const isDisabled = (entry: Entry): boolean =>
  (Number(readText(entry, 'userAccountControl') ?? 0) & disabledBit) !== 0;
