/**
 * What `/register` returns for features that this server does not offer: the same as for an organization that does not
 * use them.
 */
import type { StateFetchers } from '../../core/context/index.ts';

/** Third-party services; without a key clients offer none. */
export const serverState: Pick<StateFetchers, 'giphy' | 'klipy' | 'tenor' | 'realm_billing' | 'stop_words'> =
  {
    giphy: () => ({ giphy_api_key: '' }),
    klipy: () => ({ klipy_api_key: '' }),
    tenor: () => ({ tenor_api_key: '' }),
    realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
    // The search index contains every word.
    stop_words: () => ({ stop_words: [] }),
  };

type AbsentKeys = 'realm_filters';

export const absentState: Pick<StateFetchers, AbsentKeys> = {
  // COMPAT(old clients): linkifiers without URL templates.
  realm_filters: () => ({ realm_filters: [] }),
};
