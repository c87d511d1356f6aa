/**
 * What the server reports about push services: it sends to none. The apps in the stores are reached only through
 * the service of those who publish them, of which nobody has said that it takes other servers.
 */
import type { RegisterPushParams } from '../../../../wire/devices.ts';
import type { Db } from '../../db/db.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { hasToken } from './tokens.ts';

const notConfigured = (): ApiError => apiError('devices.push-not-configured');

/** @throws ApiError always: for what cannot be meant, else since there is no service to register with. */
export function registerForPush(params: RegisterPushParams): never {
  const key = isGiven(params, ['push_key_id', 'push_key']);
  const token = isGiven(params, [
    'token_kind',
    'token_id',
    'bouncer_public_key',
    'encrypted_push_registration',
  ]);
  if (!key && !token) throw apiError('devices.no-push-key');
  if (params.push_key !== undefined && !isBase64(params.push_key)) throw apiError('devices.invalid-push-key');
  throw notConfigured();
}

type Name = keyof RegisterPushParams;

/** All of them, or none. */
function isGiven(params: RegisterPushParams, names: readonly Name[]): boolean {
  const given = names.filter((name) => params[name] !== undefined);
  if (given.length > 0 && given.length < names.length)
    throw apiError('devices.all-or-none', { names: names.join(', ') });
  return given.length > 0;
}

const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text) && text !== '';

/** @throws ApiError always. */
export function testEncryptedPush(): never {
  throw apiError('devices.no-active-device');
}

/** @throws ApiError always. */
export async function testPush(db: Db, userId: number, token: string | undefined): Promise<never> {
  if (token !== undefined && !(await hasToken(db, userId, token))) throw apiError('devices.not-recognized');
  throw notConfigured();
}
