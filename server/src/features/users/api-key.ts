/** POST /users/me/api_key/regenerate: creates a new key, and ends the old one, all event queues and all other sessions. */
import { revokeUserKeys } from '../../core/api-keys/index.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { endUserQueues } from '../../core/events/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal, User } from '../../core/organization/index.ts';
import { endUserSessions } from '../../core/sessions/index.ts';
import { type Credentials, newCredentials } from '../../core/users/index.ts';
import { deletePushTokens, endPushOfDevices } from '../devices/index.ts';
import { deletePushSubscriptions } from '../push/index.ts';
import { apiError } from '../../lib/errors.ts';

export async function regenerateApiKey(app: AppContext, me: Principal): Promise<string> {
  const { apiKey, ...credentials } = newCredentials(app.secrets, null);
  await app.db.write(me.orgId, me, async (tx) => {
    // Only one of two concurrent requests with the same key may succeed.
    if (tx.cache.users.get(me.id)?.apiKeyHash !== me.user.apiKeyHash)
      throw apiError('authentication.invalid-api-key');
    await storeApiKey(tx, me.id, credentials, me.sessionId);
    await auditUser(tx, me.user, 'regenerate_api_key');
  });
  return apiKey;
}

/**
 * Revokes everything that can sign in or post as a user: the API key, named keys, and email addresses of channels.
 * @param keptSessionId The only session to keep.
 */
export async function revokeAccess(
  { secrets }: Pick<AppContext, 'secrets'>,
  tx: Tx,
  user: User,
  keptSessionId?: Principal['sessionId'],
): Promise<void> {
  const { apiKey: _, ...credentials } = newCredentials(secrets, null);
  await storeApiKey(tx, user.id, credentials, keptSessionId);
  await revokeUserKeys(tx, user.id);
  await tx.q
    .deleteFrom('channel_email')
    .where((eb) => eb.or([eb('user_id', '=', user.id), eb('sender_id', '=', user.id)]))
    .where('org_id', '=', tx.orgId)
    .execute();
  await auditUser(tx, user, 'regenerate_api_key');
}

/** Stores a new key, and ends queues, push tokens and sessions of the old one. */
export async function storeApiKey(
  tx: Tx,
  userId: number,
  { apiKeyHash, apiKeyBox }: Credentials,
  keptSessionId?: Principal['sessionId'],
): Promise<void> {
  await tx.q
    .updateTable('person')
    .set({ api_key_hash: apiKeyHash, api_key_box: apiKeyBox })
    .where('id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [userId] });
  await endUserQueues(tx, userId);
  await deletePushTokens(tx, userId);
  await endPushOfDevices(tx, userId);
  await deletePushSubscriptions(tx, userId, keptSessionId);
  await endUserSessions(tx, userId, keptSessionId);
}
