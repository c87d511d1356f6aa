import type { StateFetchers } from '../../core/context/index.ts';
import { getUserGroups } from './queries.ts';

export const groupState: Pick<StateFetchers, 'realm_user_groups'> = {
  realm_user_groups: ({ tx, capabilities }) => ({
    realm_user_groups: getUserGroups(tx.cache, capabilities.include_deactivated_groups ?? false).user_groups,
  }),
};
