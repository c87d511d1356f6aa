/** Creates and revokes named API keys. Callers check permissions. */
import type { ApiKeyScope, CreateApiKeyParams } from '../../../../wire/api-keys.ts';
import type { AuditValues } from '../../../../wire/audit-properties.ts';
import { insertKey, newNamedKey, revokeKey } from '../../core/api-keys/index.ts';
import { audit } from '../../core/audit/index.ts';
import { canReadChannel } from '../../core/channels/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { isPlainText, tidySpaces } from '../../lib/text.ts';

const dayMs = 24 * 3600_000;

/** @returns the key, which is never shown again */
export async function createKey(
  tx: Tx,
  owner: User,
  params: CreateApiKeyParams,
): Promise<{ api_key: string; id: number }> {
  const { channel_id: channelId = null, expires_in_days: days = null } = params;
  const name = tidySpaces(params.name);
  if (!isPlainText(name)) throw apiError('parameters.invalid-character', { name: 'name' });
  const scopes = checkedScopes(params.scopes, channelId);
  if (channelId !== null) checkChannel(tx, owner, channelId);
  await checkCount(tx, owner);
  const expiresAt = days === null ? null : tx.now + days * dayMs;
  const text = newNamedKey();
  const id = await insertKey(tx, text, { userId: owner.id, name, scopes, channelId, expiresAt });
  await auditKey(tx, owner, 'create_api_key', {
    key: name,
    scopes,
    channel_id: channelId,
    expires_at: expiresAt === null ? null : Math.floor(expiresAt / 1000),
  });
  return { api_key: text, id };
}

/** Also ends its event queues. @throws ApiError if the account has no such key */
export async function revokeNamedKey(tx: Tx, owner: User, id: number): Promise<void> {
  const name = await revokeKey(tx, owner.id, id);
  if (name === undefined) throw apiError('api-keys.not-found');
  await auditKey(tx, owner, 'revoke_api_key', { key: name });
}

function checkedScopes(given: readonly ApiKeyScope[], channelId: number | null): ApiKeyScope[] {
  const scopes = [...new Set(given)];
  const isFull = scopes.includes('full');
  const isLasting = scopes.includes('lasting_access');
  if (isFull && scopes.length > (isLasting ? 2 : 1)) throw apiError('api-keys.full-alone');
  if (isLasting && !isFull && !scopes.includes('administer')) throw apiError('api-keys.lasting-alone');
  if (channelId !== null && !scopes.every((scope) => scope === 'read' || scope === 'send'))
    throw apiError('api-keys.channel-scopes');
  return scopes;
}

function checkChannel({ cache }: Tx, owner: User, id: number): void {
  const channel = cache.channels.get(id);
  if (!channel || !canReadChannel(cache, channel, owner)) throw apiError('channels.not-found');
}

async function checkCount(tx: Tx, { id }: User): Promise<void> {
  const { count } = await tx.q
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  refuseAboveLimit('api-keys.too-many', Number(count));
}

function auditKey(
  tx: Tx,
  { id, isBot }: User,
  verb: 'create_api_key' | 'revoke_api_key',
  after: AuditValues,
): Promise<void> {
  const type = isBot ? 'bot' : 'user';
  return audit(tx, { action: `${type}.${verb}`, target: { type, id }, after });
}
