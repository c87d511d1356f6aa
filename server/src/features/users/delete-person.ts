/** Deletes a user permanently: the profile and private data. Their messages remain, attributed to the id. */
import { auditUser, eraseFromAudit } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { type Credentials, noSuchUser } from '../../core/users/index.ts';
import type { Schema } from '../../db/schema.ts';
import { deleteRowsWith } from '../../db/delete-rows.ts';
import { apiError } from '../../lib/errors.ts';
import { storeApiKey } from './api-key.ts';
import { endAccount, deleteProfile } from './deactivate.ts';
import { isOnlyOwner } from './role.ts';
import { changeAddress } from './update.ts';

/** Tables visible to others, with ids only, or handled by `endAccount`. All other tables with a `user_id` are private. */
const keptTables: ReadonlySet<keyof Schema> = new Set([
  ...(['group_member', 'subscription', 'membership', 'direct_member', 'reaction', 'profile_value'] as const),
  ...(['message_flag', 'message_pin', 'read_chunk', 'deactivation'] as const),
  ...(['session', 'event_queue', 'client_device', 'push_token'] as const),
]);

/** Works for deactivated accounts too. Callers check permissions. @param credentials Random ones, to replace the old. */
export async function deletePerson(tx: Tx, user: User, credentials: Credentials): Promise<void> {
  if (isOnlyOwner(tx.cache, user)) throw apiError('users.only-owner');
  if (!user.isDeleted) await deleteProfile(tx, user);
  const named = tx.cache.users.get(user.id);
  if (named?.isActive) await endAccount(tx, named);
  await deleteInvitations(tx, user);
  await eraseFromAudit(tx, user);
  await auditUser(tx, user, 'delete');
  await changeAddress(tx, current(tx, user.id), `deleted-${user.id}@heddle.invalid`);
  await deleteRowsWith(tx.connection, { column: 'user_id', ids: [user.id], kept: keptTables });
  await tx.q
    .updateTable('person')
    .set({ password_hash: null, grants: '[]', settings: '{}', timezone: '' })
    .where('id', '=', user.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await storeApiKey(tx, user.id, credentials);
}

function current(tx: Tx, id: number): User {
  const user = tx.cache.users.get(id);
  if (!user) throw noSuchUser();
  return user;
}

/** Accepted and revoked invitations contain the email address. */
async function deleteInvitations(tx: Tx, user: User): Promise<void> {
  await tx.q
    .deleteFrom('invitation')
    .where('org_id', '=', tx.orgId)
    .where('email_key', '=', user.deliveryEmailKey)
    .where('state', '!=', 'open')
    .execute();
}
