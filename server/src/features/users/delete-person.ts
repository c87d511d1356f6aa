/** Deletes a user permanently: the profile and private data. Their messages remain, attributed to the id. */
import { auditUser, eraseFromAudit } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { type Credentials, noSuchUser } from '../../core/users/index.ts';
import type { Schema } from '../../db/schema.ts';
import { deleteRowsWith } from '../../db/delete-rows.ts';
import { apiError } from '../../lib/errors.ts';
import { keysIn } from '../../lib/objects.ts';
import { storeApiKey } from './api-key.ts';
import { endAccount, deleteProfile } from './deactivate.ts';
import { isOnlyOwner } from './role.ts';
import { changeAddress } from './update.ts';

/** Tables whose rows are of one person each. */
type OwnTable = {
  [Table in keyof Schema]: 'user_id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/**
 * What becomes of a person's rows. Those are kept that others see, with IDs only, and those that `endAccount` handles; all others are private.
 * A new table does not compile without it.
 */
const fates: Readonly<Record<OwnTable, 'kept' | 'deleted'>> = {
  account_link: 'deleted',
  alert_word: 'deleted',
  api_key: 'deleted',
  bot: 'deleted',
  bot_storage: 'deleted',
  call_token: 'deleted',
  channel_email: 'deleted',
  client_device: 'kept',
  deactivation: 'kept',
  digest_email: 'deleted',
  direct_member: 'kept',
  do_not_disturb: 'deleted',
  draft: 'deleted',
  edited_setting: 'deleted',
  event_queue: 'kept',
  external_identity: 'deleted',
  folded_section: 'deleted',
  group_member: 'kept',
  incoming_webhook: 'deleted',
  known_device: 'deleted',
  membership: 'kept',
  message_flag: 'kept',
  message_pin: 'kept',
  missed_email: 'deleted',
  muted_user: 'deleted',
  navigation_view: 'deleted',
  notification_decision: 'deleted',
  onboarding_step: 'deleted',
  outgoing_delivery: 'deleted',
  passkey: 'deleted',
  pinned_topic: 'deleted',
  presence: 'deleted',
  profile_value: 'kept',
  push_subscription: 'deleted',
  push_token: 'kept',
  reaction: 'kept',
  read_chunk: 'kept',
  recovery_code: 'deleted',
  resting_permission: 'deleted',
  saved_snippet: 'deleted',
  scheduled_message: 'deleted',
  send_key: 'deleted',
  session: 'kept',
  slash_command: 'deleted',
  subscription: 'kept',
  two_factor: 'deleted',
  user_status: 'deleted',
  user_topic: 'deleted',
};
const kept = new Set(keysIn(fates).filter((table) => fates[table] === 'kept'));

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
  await deleteRowsWith(tx.connection, { column: 'user_id', ids: [user.id], kept });
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
