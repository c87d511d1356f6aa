/**
 * The two constructions of libsodium that apps use for push notifications. `secretbox`: a nonce of 24 bytes, then XSalsa20-Poly1305.
 * Sealed box: a public key of 32 bytes, then `crypto_box` with a nonce that is BLAKE2b of both public keys.
 */
import { hsalsa, secretbox } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { createPrivateKey, createPublicKey, diffieHellman, randomBytes } from 'node:crypto';

const [nonceBytes, keyBytes] = [24, 32];
/** Prefixes of 32-byte keys in the encodings for X25519 (RFC 8410). */
const [privatePrefix, publicPrefix] = [
  Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Buffer.from('302a300506032b656e032100', 'hex'),
];

/** @param key 32 bytes. @returns nonce and ciphertext; differs on every call. */
export function sealSecretBox(key: Uint8Array, plaintext: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, secretbox(key, nonce).seal(plaintext)]);
}

/** The public key for a private one, both 32 bytes (X25519). */
export function boxPublicKey(privateKey: Uint8Array): Buffer {
  const encoded = createPublicKey(x25519PrivateKey(privateKey)).export({ format: 'der', type: 'spki' });
  return encoded.subarray(publicPrefix.length);
}

/** @param privateKey 32 bytes (X25519). @returns `undefined` for anything that was not encrypted for this key. */
export function openSealedBox(privateKey: Uint8Array, sealed: Buffer): Buffer | undefined {
  if (sealed.length <= keyBytes) return undefined;
  const theirs = sealed.subarray(0, keyBytes);
  const encoded = Buffer.concat([publicPrefix, theirs]);
  try {
    const publicKey = createPublicKey({ key: encoded, format: 'der', type: 'spki' });
    const shared = diffieHellman({ privateKey: x25519PrivateKey(privateKey), publicKey });
    const nonce = blake2b(Buffer.concat([theirs, boxPublicKey(privateKey)]), { dkLen: nonceBytes });
    return Buffer.from(secretbox(boxKey(shared), nonce).open(sealed.subarray(keyBytes)));
  } catch {
    return undefined;
  }
}

const x25519PrivateKey = (raw: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, raw]), format: 'der', type: 'pkcs8' });

/** HSalsa20 of the shared secret with a nonce of zeros. */
function boxKey(shared: Buffer): Uint8Array {
  const words = (bytes: Uint8Array) => new Uint32Array(new Uint8Array(bytes).buffer);
  const key = new Uint32Array(8);
  hsalsa(words(Buffer.from('expand 32-byte k')), words(shared), new Uint32Array(4), key);
  return new Uint8Array(key.buffer);
}
