/** Encryption keys and push tokens of devices: validation, and sealing for storage. */
import type { AppToken } from '../../lib/mobile-push/service.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import { pushKey, type Secrets } from '../../lib/secrets.ts';

const [keyBytes, tokenIdBytes] = [33, 8];
/** The first byte of a key names its algorithm: `secretbox` of libsodium. */
const secretBoxKey = 0x31;

export function isPushKey(text: string): boolean {
  const bytes = fromBase64(text);
  return bytes?.length === keyBytes && bytes[0] === secretBoxKey;
}

export const isTokenId = (text: string): boolean => fromBase64(text)?.length === tokenIdBytes;

function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

const [keyPurpose, tokenPurpose] = ['push keys of apps', 'push tokens of apps'];

/** A key that stays the same when the server key is rotated. */
const outliving = (secrets: Secrets): Secrets => ({ serverKey: pushKey(secrets) });

export const sealPushKey = (secrets: Secrets, key: string): string =>
  sealJson(outliving(secrets), keyPurpose, key);

export const sealsPushKey = (secrets: Secrets, sealed: string, key: string): boolean =>
  openJson<string>(outliving(secrets), keyPurpose, sealed) === key;

/** @returns the 32 bytes of a key; `undefined` if another server has sealed it */
export function openPushKey(secrets: Secrets, sealed: string): Buffer | undefined {
  const key = openJson<string>(outliving(secrets), keyPurpose, sealed);
  return key === undefined ? undefined : Buffer.from(key, 'base64').subarray(1);
}

export const sealAppToken = (secrets: Secrets, token: AppToken): string =>
  sealJson(outliving(secrets), tokenPurpose, token);

/** @returns `undefined` if another server has sealed it */
export const openAppToken = (secrets: Secrets, sealed: string): AppToken | undefined =>
  openJson<AppToken>(outliving(secrets), tokenPurpose, sealed);
