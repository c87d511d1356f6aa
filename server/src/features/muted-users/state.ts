import type { StateFetchers } from '../events/state.ts';
import { mutedUsersOf } from './queries.ts';
import { mutedUserObject } from './serialize.ts';

export const mutedUserState: Pick<StateFetchers, 'muted_users'> = {
  muted_users: async ({ tx, me }) => ({
    muted_users: (await mutedUsersOf(tx, me.id)).map(mutedUserObject),
  }),
};
