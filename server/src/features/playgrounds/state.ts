import type { StateFetchers } from '../../core/context/index.ts';
import { playgroundsOf } from './queries.ts';

export const playgroundState: Pick<StateFetchers, 'realm_playgrounds'> = {
  realm_playgrounds: async ({ tx }) => ({ realm_playgrounds: await playgroundsOf(tx, tx.orgId) }),
};
