import type { StateFetchers } from '../../core/context/index.ts';
import { getPlaygrounds } from './queries.ts';

export const playgroundState: Pick<StateFetchers, 'realm_playgrounds'> = {
  realm_playgrounds: async ({ tx }) => ({ realm_playgrounds: await getPlaygrounds(tx, tx.orgId) }),
};
