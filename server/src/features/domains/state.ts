import type { StateFetchers } from '../../core/context/index.ts';
import { allowedDomains } from './queries.ts';

export const domainState: Pick<StateFetchers, 'realm_domains'> = {
  realm_domains: async ({ tx }) => ({ realm_domains: await allowedDomains(tx, tx.orgId) }),
};
