/** The generated secrets of a server and their uses: API keys are hashed for look-up and encrypted for display. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto';

export interface ServerKey {
  /** 32 random bytes, never used directly: `subkey` derives a key for each use. */
  readonly serverKey: Uint8Array;
}

/** A key before a rotation. Its signatures are accepted for a while; what it encrypted can be decrypted as long as it is kept. */
export interface FormerKey extends ServerKey {
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface Secrets extends ServerKey {
  /** Newest first. */
  readonly former?: readonly FormerKey[] | undefined;
  /** Keys that signed URLs of the media proxy: those are stored with messages. */
  readonly mediaKeys?: readonly Uint8Array[] | undefined;
  /** The key for push subscriptions, from before a rotation. */
  readonly pushKey?: Uint8Array | undefined;
}

/** The secrets are unusable; the message contains the remedy and none of the secrets. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

export const keyBytes = 32;

/** Keys with valid signatures: the current one first. @param now Milliseconds since 1970. */
export const acceptedKeys = (secrets: Secrets, now = Date.now()): ServerKey[] => [
  secrets,
  ...(secrets.former ?? []).filter(({ until }) => until > now),
];

/** Replaces the secrets for everything that holds a reference to them. */
export function adoptSecrets(held: Secrets, next: Secrets): void {
  subkeys.delete(held);
  recentHashes.delete(held);
  Object.assign(held, { former: undefined, mediaKeys: undefined, pushKey: undefined }, next);
}

const subkeys = new WeakMap<ServerKey, Map<string, Uint8Array>>();

/** Derives a 32-byte key for one purpose; deterministic, and independent of keys for other purposes. */
export function subkey(secrets: ServerKey, purpose: string): Uint8Array {
  const known = subkeys.get(secrets) ?? new Map<string, Uint8Array>();
  subkeys.set(secrets, known);
  let key = known.get(purpose);
  if (!key) {
    key = new Uint8Array(hkdfSync('sha256', secrets.serverKey, '', `heddle ${purpose}`, keyBytes));
    known.set(purpose, key);
  }
  return key;
}

/** Signs URLs of the media proxy, which are stored with messages and survive a rotation. */
export const mediaKey = (secrets: ServerKey): Uint8Array => subkey(secrets, 'media of other servers');

/** The private key of VAPID. Browsers subscribe with it, so it survives a rotation. */
export const pushKey = (secrets: Secrets): Uint8Array =>
  secrets.pushKey ?? subkey(secrets, 'push notifications');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 random characters of [A-Za-z0-9]. */
export const newApiKey = (): string =>
  Array.from({ length: 32 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const recentHashes = new WeakMap<ServerKey, Map<string, string>>();
const mostRecentHashes = 10_000;

/** The memory of `hashApiKey`, for all server keys that are in use. */
export function getKeyHashMemory(secrets: Secrets): { entries: number; limit: number } {
  const keys: ServerKey[] = [secrets, ...(secrets.former ?? [])];
  const entries = keys.reduce((sum, key) => sum + (recentHashes.get(key)?.size ?? 0), 0);
  return { entries, limit: mostRecentHashes * keys.length };
}

/**
 * The hash by which an API key is looked up: 43 characters, useless without the server key. Computed for each request, so
 * recent results are cached by a digest, which takes a fifth of the time and keeps no key in memory.
 */
export function hashApiKey(secrets: ServerKey, apiKey: string): string {
  const recent = recentHashes.get(secrets) ?? new Map<string, string>();
  recentHashes.set(secrets, recent);
  const digest = hash('sha256', apiKey, 'base64url');
  let found = recent.get(digest);
  if (found === undefined) {
    found = createHmac('sha256', subkey(secrets, 'API key look-up')).update(apiKey).digest('base64url');
    if (recent.size >= mostRecentHashes) recent.clear();
    recent.set(digest, found);
  }
  return found;
}

/** Yields the hash by the current key, then by former keys, which are needed until a rotation has processed all accounts. */
export function* hashesOfApiKey(secrets: Secrets, apiKey: string): Generator<string> {
  yield hashApiKey(secrets, apiKey);
  for (const key of secrets.former ?? []) yield hashApiKey(key, apiKey);
}

const sealVersion = 'v1.';
const [nonceBytes, tagBytes] = [12, 16];

/** Encrypts an API key, to be shown to its owner on request. Differs on every call. */
export function sealApiKey(secrets: Secrets, apiKey: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', subkey(secrets, 'API key sealing'), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(apiKey, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealVersion + sealed.toString('base64url');
}

/** Decrypts an API key of `sealApiKey`. Throws SecretsError if it is damaged or from another server key. */
export function openApiKey(secrets: Secrets, box: string): string {
  for (const key of [secrets, ...(secrets.former ?? [])]) {
    const opened = openWith(key, box);
    if (opened !== undefined) return opened;
  }
  throw new SecretsError(
    'A stored API key cannot be opened: is secrets.toml the one that belongs to this database?',
  );
}

function openWith(secrets: ServerKey, box: string): string | undefined {
  const sealed = Buffer.from(box.slice(sealVersion.length), 'base64url');
  if (!box.startsWith(sealVersion) || sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(
    'aes-256-gcm',
    subkey(secrets, 'API key sealing'),
    sealed.subarray(0, nonceBytes),
    { authTagLength: tagBytes },
  );
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return (
      decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return undefined;
  }
}
