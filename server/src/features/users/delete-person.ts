/** Deletes a person permanently: what identifies them, and what only they could see. What they wrote stays, by id. */
import { auditUser, eraseFromAudit } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { type Credentials, noSuchUser } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { storeApiKey } from './api-key.ts';
import { endAccount } from './deactivate.ts';
import { deleteProfile } from './delete-profile.ts';
import { isOnlyOwner } from './role.ts';
import { changeAddress } from './update.ts';

/** Tables with rows that nobody else sees, by `user_id`. */
const ownTables = [
  'account_link',
  'alert_word',
  'api_key',
  'bot',
  'bot_storage',
  'channel_email',
  'draft',
  'edited_setting',
  'external_identity',
  'incoming_webhook',
  'known_device',
  'missed_email',
  'muted_user',
  'navigation_view',
  'notification_decision',
  'onboarding_step',
  'passkey',
  'pinned_topic',
  'outgoing_delivery',
  'presence',
  'push_subscription',
  'recovery_code',
  'resting_permission',
  'saved_snippet',
  'scheduled_message',
  'send_key',
  'slash_command',
  'two_factor',
  'user_status',
  'user_topic',
] as const;

/** Works on a deactivated account too. Permissions are the caller's business. @param credentials That nobody has. */
export async function deletePerson(tx: Tx, user: User, credentials: Credentials): Promise<void> {
  if (isOnlyOwner(tx.cache, user)) throw apiError('users.only-owner');
  if (!user.isDeleted) await deleteProfile(tx, user);
  const named = tx.cache.users.get(user.id);
  if (named?.isActive) await endAccount(tx, named);
  await deleteInvitations(tx, user);
  await eraseFromAudit(tx, user);
  await auditUser(tx, user, 'delete');
  await changeAddress(tx, current(tx, user.id), `deleted-${user.id}@heddle.invalid`);
  for (const table of ownTables) await tx.q.deleteFrom(table).where('user_id', '=', user.id).execute();
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

/** Those by which they came hold their address. */
async function deleteInvitations(tx: Tx, user: User): Promise<void> {
  await tx.q
    .deleteFrom('invitation')
    .where('org_id', '=', tx.orgId)
    .where('email_key', '=', user.deliveryEmailKey)
    .where('state', '!=', 'open')
    .execute();
}
