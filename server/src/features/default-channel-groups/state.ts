import { roles } from '../../../../wire/core.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { getDefaultGroups } from './queries.ts';

export const defaultGroupState: Pick<StateFetchers, 'default_stream_groups'> = {
  default_stream_groups: async ({ me, tx }) => ({
    realm_default_stream_groups: me.role === roles.guest ? [] : await getDefaultGroups(tx, tx.cache),
  }),
};
