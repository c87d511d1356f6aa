import type { StateFetchers } from '../../core/context/index.ts';
import { getMutedUsers } from '../../core/users/index.ts';
import { mutedUserObject } from './serialize.ts';

export const mutedUserState: Pick<StateFetchers, 'muted_users'> = {
  muted_users: async ({ tx, me }) => ({
    muted_users: (await getMutedUsers(tx, me.id)).map(mutedUserObject),
  }),
};
