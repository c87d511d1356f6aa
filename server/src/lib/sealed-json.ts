/** Values that clients store temporarily for this server: encrypted and authenticated, one key per purpose. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { parseStored } from './json.ts';
import { acceptedKeys, subkey, type Secrets, type ServerKey } from './secrets.ts';

const [nonceBytes, tagBytes] = [12, 16];

/** Differs on every call. @param purpose A value can only be opened for the same purpose. */
export function sealJson(secrets: Secrets, purpose: string, value: unknown): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', subkey(secrets, purpose), nonce);
  const sealed = [nonce, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** @returns what was sealed, of the type that is sealed for this purpose; `undefined` unless this server sealed it. */
export function openJson<T>(secrets: Secrets, purpose: string, text: string): T | undefined {
  for (const key of acceptedKeys(secrets)) {
    const opened = openWith(key, purpose, text);
    if (opened !== undefined) return parseStored<T>(opened);
  }
  return undefined;
}

function openWith(secrets: ServerKey, purpose: string, text: string): string | undefined {
  const sealed = Buffer.from(text, 'base64url');
  // Only the canonical encoding: single-use values are identified by their text.
  if (sealed.length < nonceBytes + tagBytes || sealed.toString('base64url') !== text) return undefined;
  const [key, nonce] = [subkey(secrets, purpose), sealed.subarray(0, nonceBytes)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const opened = decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8');
    return opened + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
