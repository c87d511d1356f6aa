/**
 * What `/register` returns for things that this server does not offer, or that nobody has yet: what clients get from an
 * organization without any of them.
 */
import type { StateFetchers } from '../../core/context/index.ts';

/** Returns which services of other providers may be used; without a key, none. */
export const serverState: Pick<StateFetchers, 'giphy' | 'klipy' | 'tenor' | 'realm_billing' | 'stop_words'> =
  {
    giphy: () => ({ giphy_api_key: '' }),
    klipy: () => ({ klipy_api_key: '' }),
    tenor: () => ({ tenor_api_key: '' }),
    realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
    // Every word is in the search index.
    stop_words: () => ({ stop_words: [] }),
  };

type AbsentKeys = 'realm_filters';

export const absentState: Pick<StateFetchers, AbsentKeys> = {
  // The old form of linkifiers, for clients that know no templates.
  realm_filters: () => ({ realm_filters: [] }),
};
