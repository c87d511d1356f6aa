import type { UserStatus } from '../../../../wire/status.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { statusesIn } from './queries.ts';
import { statusObject } from './serialize.ts';

export const statusState: Pick<StateFetchers, 'user_status'> = {
  user_status: async ({ tx, me, client }) => {
    const sees = await getUserVisibility(tx, tx.cache, me);
    const statuses: Record<string, UserStatus> = {};
    for (const [userId, stored] of await statusesIn(tx, tx.orgId, tx.now)) {
      const user = tx.cache.users.get(userId);
      if (!user || !sees(user)) continue;
      const status = statusObject(user, stored, client);
      if (Object.keys(status).length > 0) statuses[userId] = status;
    }
    return { user_status: statuses };
  },
};
