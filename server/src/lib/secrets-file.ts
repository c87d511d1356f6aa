/** The file with the secrets: in the data folder, or at the path of `--secrets-file`. */
import { randomBytes } from 'node:crypto';
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
import { basename, dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import type { Config } from './config/config.ts';
import { type FormerKey, keyBytes, type Secrets, SecretsError } from './secrets.ts';
import { errorCode, errorMessage } from './thrown.ts';
import { fieldsIn } from './objects.ts';

/** Path of an installation's secrets. */
export const secretsPath = ({ data, secretsFile }: Pick<Config, 'data' | 'secretsFile'>): string =>
  secretsFile ?? join(data, 'secrets.toml');

const onWindows = process.platform === 'win32';

/**
 * Loads the secrets, and creates them on first use: with mode 600, in a folder of mode 700 if that is new, too.
 * @throws SecretsError if others can read the file, or it is invalid.
 */
export function loadSecrets(path: string): Secrets {
  const existing = findSecrets(path);
  if (existing) return existing;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  createSecrets(path);
  // Read back, since another process may have created the file first.
  const made = findSecrets(path);
  if (!made) throw new SecretsError(`${path} disappeared right after it was written.`);
  return made;
}

/** Writes new secrets to a draft beside the current file, until `replaceSecrets` renames it. */
export function draftSecrets(path: string): { draft: string; secrets: Secrets } {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  createSecrets(draft);
  const secrets = findSecrets(draft);
  if (!secrets) throw new SecretsError(`${draft} disappeared right after it was written.`);
  return { draft, secrets };
}

/** @returns the path of the backup of the former file, if there was one. */
export function replaceSecrets(path: string, draft: string): string | undefined {
  const kept = `${path}.replaced-${new Date().toISOString().replaceAll(':', '')}`;
  const had = existsSync(path);
  if (had) renameSync(path, kept);
  renameSync(draft, path);
  syncFolder(dirname(path));
  return had ? kept : undefined;
}

/** Loads the secrets; `undefined` if the file does not exist. @throws SecretsError as `loadSecrets` does. */
export function findSecrets(path: string): Secrets | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new SecretsError(`${path} cannot be read: ${errorMessage(error)}`);
  }
  try {
    refuseReadableByOthers(path, fstatSync(file).mode);
    return parseSecrets(path, readFileSync(file, 'utf8'));
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

function parseSecrets(path: string, text: string): Secrets {
  const { server_key, former, media_keys, push_key } = parseToml(path, text);
  const serverKey = keyIn(server_key);
  if (!serverKey)
    throw new SecretsError(
      `${path} has no server_key of ${keyBytes} bytes in base64. Restore the file from a backup.`,
    );
  const [formerKeys, mediaKeys] = [listIn(former, formerIn), listIn(media_keys, keyIn)];
  const pushKey = keyIn(push_key);
  if (formerKeys && mediaKeys && (pushKey ?? push_key) === pushKey)
    return {
      serverKey,
      ...(former !== undefined && { former: formerKeys }),
      ...(media_keys !== undefined && { mediaKeys }),
      ...(pushKey && { pushKey }),
    };
  throw new SecretsError(`${path} has a damaged former key. Restore the file from a backup.`);
}

function parseToml(path: string, text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch {
    // The parser's own message repeats the line, which may contain the key.
    throw new SecretsError(`${path} is not valid TOML. Restore the file from a backup.`);
  }
}

function keyIn(value: unknown): Uint8Array | undefined {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
  return bytes?.length === keyBytes && bytes.toString('base64') === value ? bytes : undefined;
}

function formerIn(value: unknown): FormerKey | undefined {
  const { server_key, until } = fieldsIn(value);
  const serverKey = keyIn(server_key);
  const at = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  return serverKey && Number.isFinite(at) ? { serverKey, until: at } : undefined;
}

/** @returns `undefined` if the value is no list, or an item is invalid; an absent list is empty */
function listIn<T>(value: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const items = value.map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

/** Replaces the secrets atomically. */
export function writeSecrets(path: string, secrets: Secrets): void {
  const draft = writeDraft(path, secretsText(secrets));
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** Renames the complete file, unless the name is taken by now. */
function createSecrets(path: string): void {
  const draft = writeDraft(path, secretsText({ serverKey: randomBytes(keyBytes) }));
  try {
    linkOrRename(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
}

/** @returns the path of a complete file that has been flushed to disk */
function writeDraft(path: string, text: string): string {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(8).toString('hex')}`);
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return draft;
}

function linkOrRename(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    // Not all file systems support hard links.
    renameSync(draft, path);
  }
}

function syncFolder(path: string): void {
  if (onWindows) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const base64 = (bytes: Uint8Array): string => `"${Buffer.from(bytes).toString('base64')}"`;

function secretsText({ serverKey, former = [], mediaKeys = [], pushKey }: Secrets): string {
  const lines = [
    '# Made by Heddle. Keep it secret, and keep it with the backups of this folder:',
    '# with it, the API keys in the database can be read; without it, none of them works any more.',
    `server_key = ${base64(serverKey)}`,
  ];
  if (mediaKeys.length > 0)
    lines.push(
      '# Check addresses of linked images in messages from before a rotation.',
      `media_keys = [${mediaKeys.map(base64).join(', ')}]`,
    );
  if (pushKey)
    lines.push(
      '# What subscriptions to push notifications are bound to, from before a rotation.',
      `push_key = ${base64(pushKey)}`,
    );
  for (const { serverKey: key, until } of former)
    lines.push('', '[[former]]', `server_key = ${base64(key)}`, `until = "${new Date(until).toISOString()}"`);
  return `${lines.join('\n')}\n`;
}
