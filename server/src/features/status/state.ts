import type { StateFetchers } from '../../core/context/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { statusesIn } from './queries.ts';
import { statusObject } from './serialize.ts';

export const statusState: Pick<StateFetchers, 'user_status'> = {
  user_status: async ({ tx, me, client }) => {
    const sees = await getUserVisibility(tx, tx.cache, me);
    const shown = [...(await statusesIn(tx, tx.orgId))].filter(([userId, { text, emojiName }]) => {
      const user = tx.cache.users.get(userId);
      return user !== undefined && sees(user) && (text !== '' || emojiName !== '');
    });
    return {
      user_status: Object.fromEntries(shown.map(([id, status]) => [id, statusObject(status, client)])),
    };
  },
};
