/** Muted users. */
import { Exact, Id, Type } from './core.ts';
import { MutedUser } from './register-objects.ts';

/** POST and DELETE /users/me/muted_users/{muted_user_id} */
export const MutedUserPath = Type.Object({ muted_user_id: Id });

/** The whole list, the latest last. */
export const MutedUsersEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('muted_users'),
  muted_users: Type.Array(MutedUser),
});
