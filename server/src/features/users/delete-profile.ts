/** Removes the identity of an account: name, picture and profile. Messages stay attributed to its id. */
import { eraseFromAudit } from '../../core/audit/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import {
  audienceAbout,
  nextVersion,
  noSuchUser,
  profileDeleted,
  userAdded,
  userChanged,
} from '../../core/users/index.ts';
import { dropPicture } from '../pictures/index.ts';

export async function deleteProfile(tx: Tx, user: User): Promise<void> {
  const full_name = `Deleted user ${user.id}`;
  await tx.q.deleteFrom('profile_value').where('user_id', '=', user.id).execute();
  await tx.q
    .updateTable('person')
    .set({ full_name, is_deleted: 1, avatar_source: 'J', avatar_version: nextVersion(user) })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await dropPicture(tx, 'avatar', user.id);
  await eraseFromAudit(tx, user);
  await tx.touch({ users: [user.id] });
  const after = tx.cache.users.get(user.id);
  if (!after) throw noSuchUser();
  const audience = await audienceAbout(tx, after);
  await trigger(tx, profileDeleted, user);
  tx.emit(userChanged({ user_id: user.id, full_name }), audience);
  // There is no event for a deleted profile, so the complete account is sent again.
  tx.emit(userAdded(after), audience);
}
