/** Encrypts the secrets in an archive with a key that scrypt derives from a passphrase. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto';
import { keysIn, toRecord } from '../objects.ts';

export interface SealedSecrets {
  cipher: 'aes-256-gcm';
  kdf: 'scrypt';
  /** Cost parameters of scrypt. */
  n: number;
  r: number;
  p: number;
  /** Base64, like the fields below. */
  salt: string;
  iv: string;
  tag: string;
  data: string;
}

const cost = { n: 2 ** 16, r: 8, p: 2 };
const maxBytes = 256 * 1024 * 1024;

/** @param archiveId Binds the secrets to their archive. */
export async function sealSecrets(
  text: string,
  passphrase: string,
  archiveId: string,
): Promise<SealedSecrets> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, cost), iv);
  cipher.setAAD(Buffer.from(archiveId));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = { salt, iv, tag: cipher.getAuthTag(), data };
  const texts = toRecord(keysIn(bytes), (name) => bytes[name].toString('base64'));
  return { cipher: 'aes-256-gcm', kdf: 'scrypt', ...cost, ...texts };
}

/** `undefined` for a wrong passphrase, or damage. */
export async function openSecrets(
  sealed: SealedSecrets,
  passphrase: string,
  archiveId: string,
): Promise<string | undefined> {
  try {
    const { salt, iv, tag, data } = toRecord(['salt', 'iv', 'tag', 'data'], (name) =>
      Buffer.from(sealed[name], 'base64'),
    );
    const key = await deriveKey(passphrase, salt, sealed);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(archiveId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveKey(passphrase: string, salt: Buffer, { n, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: n, r, p, maxmem: maxBytes };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}
