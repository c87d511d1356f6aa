/** The secrets a server makes for itself, and what is done with them: API keys hashed for look-up and sealed for showing. */
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
  /** 32 random bytes, never used as they are: every use takes its own key from `subkey`. */
  readonly serverKey: Uint8Array;
}

/** A key before a rotation. What it has signed is accepted for a time; what it has sealed opens as long as it is kept. */
export interface FormerKey extends ServerKey {
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface Secrets extends ServerKey {
  /** Newest first. */
  readonly former?: readonly FormerKey[] | undefined;
  /** Of former keys, what signed the addresses of linked media: those addresses are stored with messages. */
  readonly mediaKeys?: readonly Uint8Array[] | undefined;
  /** What subscriptions to push notifications are bound to, from before a rotation. */
  readonly pushKey?: Uint8Array | undefined;
}

/** The secrets cannot be used; the text says what to do and holds none of them. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

export const keyBytes = 32;

/** Keys whose signatures count: the current one first. @param now Milliseconds since 1970. */
export const acceptedKeys = (secrets: Secrets, now = Date.now()): ServerKey[] => [
  secrets,
  ...(secrets.former ?? []).filter(({ until }) => until > now),
];

/** Makes all who hold these secrets use the next ones from now on. */
export function adoptSecrets(held: Secrets, next: Secrets): void {
  subkeys.delete(held);
  recentHashes.delete(held);
  Object.assign(held, { former: undefined, mediaKeys: undefined, pushKey: undefined }, next);
}

const subkeys = new WeakMap<ServerKey, Map<string, Uint8Array>>();

/** A key of 32 bytes for one purpose, always the same for the same words; one key reveals nothing about another. */
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

/** Signs addresses of media of other servers, which are stored with messages and outlive a rotation. */
export const mediaKey = (secrets: ServerKey): Uint8Array => subkey(secrets, 'media of other servers');

/** The private key of VAPID. Browsers subscribe for it, so it outlives a rotation. */
export const pushKey = (secrets: Secrets): Uint8Array =>
  secrets.pushKey ?? subkey(secrets, 'push notifications');

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 characters of [A-Za-z0-9], each equally likely. */
export const newApiKey = (): string =>
  Array.from({ length: 32 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const recentHashes = new WeakMap<ServerKey, Map<string, string>>();
const mostRecentHashes = 10_000;

/**
 * What an API key is looked up by: 43 characters, worthless without the server's key. Each request asks for one, so the
 * recent ones are found again by a digest, which takes a fifth of the time and keeps no key in memory.
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

/** By the current key, then by former ones, which count until a rotation has reached every account. */
export function* hashesOfApiKey(secrets: Secrets, apiKey: string): Generator<string> {
  yield hashApiKey(secrets, apiKey);
  for (const key of secrets.former ?? []) yield hashApiKey(key, apiKey);
}

const sealVersion = 'v1.';
const [nonceBytes, tagBytes] = [12, 16];

/** An API key as it is stored, to be opened again when its owner asks for it. Differs on every call. */
export function sealApiKey(secrets: Secrets, apiKey: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', subkey(secrets, 'API key sealing'), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(apiKey, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealVersion + sealed.toString('base64url');
}

/** The API key in a box from `sealApiKey`. Throws SecretsError when the box is damaged or of another server's key. */
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
