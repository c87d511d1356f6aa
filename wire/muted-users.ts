/** Muted users. */
import { UnixSeconds, Exact, Id, Type, type Examples } from './core.ts';

const MutedUser = Exact({ id: Id, timestamp: UnixSeconds });

/** POST and DELETE /users/me/muted_users/{muted_user_id} */
export const MutedUserPath = Type.Object({ muted_user_id: Id });

/** The whole list, the latest last. */
const MutedUsersEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('muted_users'),
  muted_users: Type.Array(MutedUser),
});

export const mutedUserState = { muted_users: { muted_users: Type.Array(MutedUser) } };

export const mutedUserEvents = { muted_users: MutedUsersEvent };

export const mutedUserExamples: Examples<typeof mutedUserEvents> = {
  muted_users: {
    'muted people': { id: 1, type: 'muted_users', muted_users: [{ id: 8, timestamp: 1_767_323_000 }] },
  },
};
