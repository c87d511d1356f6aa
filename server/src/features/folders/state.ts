import type { StateFetchers } from '../../core/context/index.ts';
import { getFolders } from './queries.ts';

export const folderState: Pick<StateFetchers, 'channel_folders'> = {
  channel_folders: async ({ tx }) => ({
    channel_folders: await getFolders(tx, tx.orgId, { includeArchived: true }),
  }),
};
