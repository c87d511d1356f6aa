/** VAPID (RFC 8292): identifies this server to push services, which accept notifications for a subscription only from it. */
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { pushKey, type Secrets } from '../secrets.ts';

interface VapidKeys {
  /** The uncompressed point, 65 bytes, in base64url, with which browsers subscribe. */
  publicKey: string;
  privateKey: KeyObject;
}

/** Half the 24 hours that push services allow. */
const validSeconds = 12 * 3600;

const made = new WeakMap<Uint8Array, VapidKeys>();

function vapidKeys(secrets: Secrets): VapidKeys {
  const scalar = pushKey(secrets);
  const known = made.get(scalar);
  if (known) return known;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(scalar).toString('base64url'),
    x: part(1, 33),
    y: part(33, 65),
  };
  const keys = {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
  made.set(scalar, keys);
  return keys;
}

export const vapidPublicKey = (secrets: Secrets): string => vapidKeys(secrets).publicKey;

/**
 * The `Authorization` header of a request to a push service.
 * @param subject Contact for the push service: `mailto:` or an https URL.
 * @param now Milliseconds since 1970.
 */
export function vapidHeader(
  secrets: Secrets,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: number },
): string {
  const { publicKey, privateKey } = vapidKeys(secrets);
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + validSeconds,
    sub: subject,
  };
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`;
}
