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
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';

export interface Secrets {
  /** 32 random bytes, never used as they are: every use takes its own key from `subkey`. */
  readonly serverKey: Uint8Array;
}

/** The secrets cannot be used; the text says what to do and holds none of them. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

const fileName = 'secrets.toml';
const keyBytes = 32;
const onWindows = process.platform === 'win32';

/**
 * The secrets of a data folder, made at first use: a file of mode 600, in a folder of mode 700 if that is new too.
 * @throws SecretsError when others may read the file, or it is not one of ours.
 */
export function loadSecrets(dataDir: string): Secrets {
  const existing = findSecrets(dataDir);
  if (existing) return existing;
  const path = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  createSecrets(dataDir, path);
  // Read back, not remembered: another process may have been first.
  const made = readSecrets(path);
  if (!made) throw new SecretsError(`${path} disappeared right after it was written.`);
  return made;
}

/** The secrets of a data folder; `undefined` where there is no such file. @throws SecretsError as `loadSecrets` does. */
export const findSecrets = (dataDir: string): Secrets | undefined => readSecrets(join(dataDir, fileName));

/** New secrets in a file beside the ones there are, until `replaceSecrets` puts them in their place. */
export function draftSecrets(dataDir: string): { path: string; secrets: Secrets } {
  const path = join(dataDir, `${fileName}.new`);
  rmSync(path, { force: true });
  createSecrets(dataDir, path);
  const secrets = readSecrets(path);
  if (!secrets) throw new SecretsError(`${path} disappeared right after it was written.`);
  return { path, secrets };
}

/** @returns the path under which the former file is kept, if there was one. */
export function replaceSecrets(dataDir: string, draft: string): string | undefined {
  const path = join(dataDir, fileName);
  const kept = `${path}.replaced-${new Date().toISOString().replaceAll(':', '')}`;
  const had = existsSync(path);
  if (had) renameSync(path, kept);
  renameSync(draft, path);
  syncFolder(dataDir);
  return had ? kept : undefined;
}

function readSecrets(path: string): Secrets | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SecretsError(`${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    refuseReadableByOthers(path, fstatSync(file).mode);
    return { serverKey: keyIn(path, readFileSync(file, 'utf8')) };
  } finally {
    closeSync(file);
  }
}

function refuseReadableByOthers(path: string, mode: number): void {
  if (onWindows || (mode & 0o077) === 0) return;
  throw new SecretsError(
    `${path} can be read by other users of this machine (mode ${(mode & 0o777).toString(8)}). ` +
      `Run: chmod 600 '${path}'. If the file system does not support file modes, move the data folder to one that does.`,
  );
}

function keyIn(path: string, text: string): Uint8Array {
  const key = serverKeyField(path, text);
  const bytes = typeof key === 'string' ? Buffer.from(key, 'base64') : undefined;
  if (bytes?.length === keyBytes && bytes.toString('base64') === key) return bytes;
  throw new SecretsError(
    `${path} has no server_key of ${keyBytes} bytes in base64. Restore the file from a backup.`,
  );
}

function serverKeyField(path: string, text: string): unknown {
  try {
    return parse(text).server_key;
  } catch {
    // The parser's own text repeats the line, which may be the key.
    throw new SecretsError(`${path} is not valid TOML. Restore the file from a backup.`);
  }
}

/** Writes a complete file under another name, flushes it, then gives it its name unless that is taken by now. */
function createSecrets(dataDir: string, path: string): void {
  const draft = join(dataDir, `.${fileName}.${randomBytes(8).toString('hex')}`);
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, newSecretsText());
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkOrRename(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dataDir);
}

function linkOrRename(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    // Some file systems have no hard links.
    renameSync(draft, path);
  }
}

function syncFolder(dataDir: string): void {
  if (onWindows) return;
  const folder = openSync(dataDir, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const newSecretsText =
  (): string => `# Made by Heddle at its first start. Keep it secret, and keep it with the backups of this folder:
# with it, the API keys in the database can be read; without it, none of them works any more.
server_key = "${randomBytes(keyBytes).toString('base64')}"
`;

const subkeys = new WeakMap<Secrets, Map<string, Uint8Array>>();

/** A key of 32 bytes for one purpose, always the same for the same words; one purpose's key says nothing of another's. */
export function subkey(secrets: Secrets, purpose: string): Uint8Array {
  const known = subkeys.get(secrets) ?? new Map<string, Uint8Array>();
  subkeys.set(secrets, known);
  let key = known.get(purpose);
  if (!key) {
    key = new Uint8Array(hkdfSync('sha256', secrets.serverKey, '', `heddle ${purpose}`, keyBytes));
    known.set(purpose, key);
  }
  return key;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 characters of [A-Za-z0-9], each equally likely. */
export const newApiKey = (): string =>
  Array.from({ length: 32 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const recentHashes = new WeakMap<Secrets, Map<string, string>>();
const mostRecentHashes = 10_000;

/**
 * What an API key is looked up by: 43 characters, worthless without the server's key. Each request asks for one, so the
 * recent ones are found again by a digest, which takes a fifth of the time and keeps no key in memory.
 */
export function hashApiKey(secrets: Secrets, apiKey: string): string {
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
  const sealed = Buffer.from(box.slice(sealVersion.length), 'base64url');
  if (!box.startsWith(sealVersion) || sealed.length < nonceBytes + tagBytes) throw unopenable();
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
    throw unopenable();
  }
}

const unopenable = (): SecretsError =>
  new SecretsError(
    `A stored API key cannot be opened: is ${fileName} the one that belongs to this database?`,
  );
