import type { StateFetchers } from '../../core/context/index.ts';
import { sightOf } from '../../core/users/index.ts';
import { statusesIn } from './queries.ts';
import { statusObject } from './serialize.ts';

export const statusState: Pick<StateFetchers, 'user_status'> = {
  user_status: async ({ tx, me, client }) => {
    const sees = await sightOf(tx, tx.directory, me);
    const shown = [...(await statusesIn(tx, tx.orgId))].filter(([userId, { text, emojiName }]) => {
      const user = tx.directory.users.get(userId);
      return user !== undefined && sees(user) && (text !== '' || emojiName !== '');
    });
    return {
      user_status: Object.fromEntries(shown.map(([id, status]) => [id, statusObject(status, client)])),
    };
  },
};
