import type { StateFetchers } from '../../core/context/index.ts';
import { presencesFor } from './queries.ts';
import { presenceBoards } from './boards.ts';

export const presenceState: Pick<StateFetchers, 'presence'> = {
  presence: async ({ app, tx, me, slimPresence, presenceHistoryDays }) => {
    const board = await presenceBoards(app).of(tx.orgId);
    const asked = { since: -1, slim: slimPresence, historyDays: presenceHistoryDays, now: tx.now };
    return {
      presences: await presencesFor(tx, { cache: tx.cache, user: me }, board, asked),
      presence_last_update_id: board.lastUpdateId,
      server_timestamp: tx.now / 1000,
    };
  },
};
