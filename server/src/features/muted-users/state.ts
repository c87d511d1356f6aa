import type { StateFetchers } from '../../core/context/register-state.ts';
import { mutedUsersOf } from '../../core/users/muted-users.ts';
import { mutedUserObject } from './serialize.ts';

export const mutedUserState: Pick<StateFetchers, 'muted_users'> = {
  muted_users: async ({ tx, me }) => ({
    muted_users: (await mutedUsersOf(tx, me.id)).map(mutedUserObject),
  }),
};
