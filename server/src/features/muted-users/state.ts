import type { StateFetchers } from '../../core/context/index.ts';
import { mutedUsersOf } from '../../core/users/index.ts';
import { mutedUserObject } from './serialize.ts';

export const mutedUserState: Pick<StateFetchers, 'muted_users'> = {
  muted_users: async ({ tx, me }) => ({
    muted_users: (await mutedUsersOf(tx, me.id)).map(mutedUserObject),
  }),
};
