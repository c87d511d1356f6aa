import type { StateFetchers } from '../../core/context/index.ts';
import { foldersOf } from './queries.ts';

export const folderState: Pick<StateFetchers, 'channel_folders'> = {
  channel_folders: async ({ tx }) => ({ channel_folders: await foldersOf(tx, tx.orgId, true) }),
};
