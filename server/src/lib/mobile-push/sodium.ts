/** `secretbox` of libsodium, with which apps decrypt push notifications: a nonce of 24 bytes, then XSalsa20-Poly1305. */
import { secretbox } from '@noble/ciphers/salsa.js';
import { randomBytes } from 'node:crypto';

const nonceBytes = 24;

/** @param key 32 bytes. @returns nonce and ciphertext; differs on every call. */
export function sealSecretBox(key: Uint8Array, plaintext: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, secretbox(key, nonce).seal(plaintext)]);
}
