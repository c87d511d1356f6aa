/** Encrypts a notification for one subscription (RFC 8291, content coding `aes128gcm` of RFC 8188). */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface SubscriptionKeys {
  /** The subscriber's public key: an uncompressed point on P-256, 65 bytes in base64url. */
  p256dh: string;
  /** The shared authentication secret: 16 bytes in base64url. */
  auth: string;
}

/** A single record: push services accept 4096 bytes, of which 103 are header, padding and tag. */
const recordBytes = 4096;
export const largestPlaintext = 3993;
const [saltBytes, authBytes, pointBytes] = [16, 16, 65];

/** Whether the keys are valid: a point on the curve and 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== pointBytes || Buffer.from(auth, 'base64url').length !== authBytes) return false;
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** @param given Only for the test vector of the RFC: otherwise key pair and salt are random. */
export function encryptPush(
  plaintext: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  given?: { curve: ECDH; salt: Buffer },
): Buffer {
  const salt = given?.salt ?? randomBytes(saltBytes);
  const curve = given?.curve ?? newCurve();
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), curve.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = derive(curve.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  // 2 is the padding delimiter of the last record.
  const body = [cipher.update(plaintext), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...body]);
}

function newCurve(): ECDH {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return curve;
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
