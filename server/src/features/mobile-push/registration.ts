/**
 * POST /mobile_push/register: an app sends the key that its notifications are encrypted with, and a token that only the push
 * service can read. A job registers the token.
 */
import type { RegisterPushParams } from '../../../../wire/devices.ts';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { type DeviceRow, findDevice, updateDevice } from '../devices/index.ts';
import { jobs } from './jobs.ts';
import { isPushKey, isTokenId, sealPushKey, sealsPushKey } from './sealed.ts';

interface Key {
  id: number;
  /** Base64. */
  key: string;
}

interface Token {
  kind: 'apns' | 'fcm';
  id: string;
  sealed: string;
  publicKey: string;
}

/** Apps register again after 30 days, and the push service should learn that the token is still in use. */
const repeatedAfterMs = 29 * 24 * 3600_000;

/** @throws ApiError unless a push key, a token or both are given, and valid. */
export function checkedRegistration(params: RegisterPushParams): { key?: Key; token?: Token } {
  const { push_key_id: keyId, push_key: key } = params;
  const { token_kind: kind, token_id: id, encrypted_push_registration: sealed } = params;
  const publicKey = params.bouncer_public_key;
  const keyFields = [keyId, key];
  const tokenFields = [kind, id, sealed, publicKey];
  const given = [...keyFields, ...tokenFields].some((field) => field !== undefined);
  if (!given || isPartial(keyFields) || isPartial(tokenFields)) throw apiError('devices.no-push-key');
  if (key !== undefined && !isPushKey(key)) throw apiError('devices.invalid-push-key');
  if (id !== undefined && !isTokenId(id)) throw apiError('devices.invalid-token-id');
  return {
    ...(keyId !== undefined && key !== undefined && { key: { id: keyId, key } }),
    ...(kind !== undefined &&
      id !== undefined &&
      sealed !== undefined &&
      publicKey !== undefined && { token: { kind, id, sealed, publicKey } }),
  };
}

const isPartial = (fields: readonly unknown[]): boolean =>
  new Set(fields.map((f) => f === undefined)).size > 1;

/** @throws ApiError for another user's device, for an incomplete first registration, and while one is in progress */
export async function registerForPush(
  tx: Tx,
  secrets: Secrets,
  userId: number,
  { deviceId, key, token }: { deviceId: number; key?: Key; token?: Token },
): Promise<void> {
  const device = await findDevice(tx, userId, deviceId);
  if (!device) throw apiError('devices.invalid-device-id');
  const isFirst = device.push_key_id === null;
  if (isFirst && !token) throw apiError('devices.no-key-to-rotate');
  if (isFirst && !key) throw apiError('devices.no-token-to-rotate');
  const newKey = key && !hasKey(secrets, device, key) ? key : undefined;
  const newToken = token && isNewToken(device, token, tx.now) ? token : undefined;
  if (newToken && device.pending_token_id !== null && device.registration_error === null)
    throw apiError('devices.registration-in-progress');
  await updateDevice(tx, device, {
    ...(newKey && { push_key_id: newKey.id, push_key: sealPushKey(secrets, newKey.key) }),
    ...(newToken && {
      token_kind: newToken.kind,
      pending_token_id: newToken.id,
      token_updated_at: tx.now,
      registration_error: null,
    }),
  });
  if (newToken)
    await enqueue(tx, jobs.registerToken, {
      userId,
      deviceId,
      tokenId: newToken.id,
      sealedToken: newToken.sealed,
      publicKey: newToken.publicKey,
    });
}

const hasKey = (secrets: Secrets, device: DeviceRow, { id, key }: Key): boolean =>
  device.push_key_id === id && device.push_key !== null && sealsPushKey(secrets, device.push_key, key);

function isNewToken(device: DeviceRow, token: Token, now: number): boolean {
  const isActive = device.token_id === token.id && device.token_kind === token.kind;
  return !isActive || now - (device.token_updated_at ?? 0) > repeatedAfterMs;
}
