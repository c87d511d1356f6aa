import type { StateFetchers } from '../../core/context/index.ts';
import { getLinkifiers } from './queries.ts';

export const linkifierState: Pick<StateFetchers, 'realm_linkifiers'> = {
  // COMPAT(clients before level 176): they do not support URL templates.
  realm_linkifiers: async ({ tx, capabilities }) => ({
    realm_linkifiers: capabilities.linkifier_url_template ? await getLinkifiers(tx, tx.orgId) : [],
  }),
};
