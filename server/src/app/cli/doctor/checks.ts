/** The checks of `heddle doctor`. */
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Config } from '../../../lib/config/config.ts';
import { refuseUnwritable } from '../../../lib/config/data-folder.ts';
import { readDamageNote } from '../../../db/sqlite/damage-note.ts';
import { openSnapshot } from '../../../db/archive/snapshot.ts';
import { inspectDatabase } from '../../../db/inspect.ts';
import { ownUrl } from '../../../http/urls.ts';
import { inspectSecretsTrace } from '../../../db/secrets/trace.ts';
import { findSecrets, secretsPath } from '../../../lib/secrets-file.ts';
import { secretsMismatch } from '../../../db/secrets/match.ts';
import { shownToUsers } from '../command-error.ts';
import { errorMessage } from '../../../lib/thrown.ts';

export interface Finding {
  name: string;
  /** A warning is for information; a problem has to be fixed. */
  state: 'ok' | 'warning' | 'problem';
  text: string;
}

const onWindows = process.platform === 'win32';
const gibibyte = 1024 ** 3;

/** The oldest Node with the features that the server needs, and the oldest SQLite that does not lose pages. */
const oldest = { node: [24, 7], sqlite: [3, 51, 3] } as const;

export function checkRuntime(): Finding {
  const name = 'runtime';
  const { node, sqlite = '0' } = process.versions;
  const text = `Node ${node} with SQLite ${sqlite}`;
  if (isAtLeast(node, oldest.node) && isAtLeast(sqlite, oldest.sqlite)) return { name, state: 'ok', text };
  const needed = `Node ${oldest.node.join('.')} with SQLite ${oldest.sqlite.join('.')} or newer is needed`;
  return { name, state: 'problem', text: `${text}; ${needed}. Run npx heddle to install a suitable one.` };
}

function isAtLeast(version: string, floor: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [i, wanted] of floor.entries()) {
    const part = parts[i] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

export function checkFolder(path: string): Finding {
  const name = 'data folder';
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    return { name, state: 'warning', text: `${path} does not exist yet; the first start creates it` };
  if (!found.isDirectory()) return { name, state: 'problem', text: `${path} is not a folder` };
  if (onWindows) return { name, state: 'ok', text: path };
  const mode = (found.mode & 0o777).toString(8);
  if ((found.mode & 0o077) !== 0)
    return {
      name,
      state: 'problem',
      text: `${path} is accessible to other users of this machine (mode ${mode}). Run: chmod 700 '${path}'`,
    };
  const me = process.getuid?.();
  if (me !== undefined && me !== 0 && found.uid !== me)
    return { name, state: 'problem', text: `${path} belongs to user ${found.uid}, not to you (${me})` };
  const refused = refusedToWrite(path);
  return refused === undefined
    ? { name, state: 'ok', text: `${path}, mode ${mode}` }
    : { name, state: 'problem', text: refused };
}

/** Why a start would be refused, as on a file system that is mounted read-only. */
function refusedToWrite(path: string): string | undefined {
  try {
    refuseUnwritable(path);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

export async function checkDisk(path: string): Promise<Finding> {
  const name = 'disk space';
  const { bavail, bsize } = await statfs(nearest(path));
  return { name, ...judgeSpace(bavail * bsize) };
}

/** @param free Bytes. */
export function judgeSpace(free: number): Pick<Finding, 'state' | 'text'> {
  const text = `${(free / gibibyte).toFixed(1)} GiB free`;
  if (free < 0.2 * gibibyte)
    return { state: 'problem', text: `${text}: when the disk is full, the server refuses writes` };
  return { state: free < 2 * gibibyte ? 'warning' : 'ok', text };
}

/** The folder, or its nearest parent that exists. */
function nearest(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) || dirname(path) === path ? path : nearest(dirname(path));
}

export async function checkSecrets(
  config: Pick<Config, 'data' | 'databaseUrl' | 'secretsFile'>,
): Promise<Finding> {
  const name = 'secrets';
  try {
    const path = secretsPath(config);
    const secrets = findSecrets(path);
    const trace = await inspectSecretsTrace(config.data, config.databaseUrl);
    const mismatch = secretsMismatch(config, trace, secrets);
    if (mismatch !== undefined) return { name, state: 'problem', text: mismatch };
    const text = secrets ? `${path} is readable by its owner only` : `The first start generates ${path}`;
    return { name, state: 'ok', text };
  } catch (error) {
    return { name, state: 'problem', text: getText(error) };
  }
}

export async function checkDatabase(config: Config): Promise<Finding> {
  const name = 'database';
  try {
    const { place, schema, knownSchema, mismatch, bytes, faults } = await inspectDatabase(
      config.data,
      config.databaseUrl,
    );
    if (schema === null) return { name, state: 'ok', text: `${place}: empty` };
    if (mismatch !== undefined) return { name, state: 'problem', text: `${place}: ${mismatch}` };
    if (faults.length > 0)
      return {
        name,
        state: 'problem',
        text: `${place} is damaged: ${faults.join('; ')}. Restore it from a backup.`,
      };
    const note = config.databaseUrl === undefined ? readDamageNote(config.data) : undefined;
    if (note)
      return {
        name,
        state: 'warning',
        text: `${place} was found damaged at ${note.foundAt} (${note.text}), and looks intact now. The next start checks the whole file before it accepts writes.`,
      };
    const damages = await findDamagedRows(config);
    if (damages.length > 0)
      return {
        name,
        state: 'problem',
        text: `${place} has rows that the disk has changed: ${damages.join('; ')}. See heddle verify, and restore a backup without them.`,
      };
    const size = `${(bytes / 1024 ** 2).toFixed(1)} MiB, schema ${schema} of ${knownSchema}`;
    return { name, state: 'ok', text: `${place}: intact, ${size}` };
  } catch (error) {
    return { name, state: 'problem', text: `Cannot be opened: ${getText(error)}` };
  }
}

/** @returns the first of each table, in words */
async function findDamagedRows({ data, databaseUrl }: Config): Promise<string[]> {
  const snapshot = await openSnapshot(data, databaseUrl);
  try {
    const { damages } = await snapshot.checkStored();
    return damages.flatMap(({ examples }) => examples.slice(0, 1));
  } finally {
    await snapshot.close();
  }
}

/** Emails are read on other machines: their links need an address that is reachable from there. */
export function checkLinks({
  baseUrl,
  smtpUrl,
  host,
  port,
}: Pick<Config, 'baseUrl' | 'smtpUrl' | 'host' | 'port'>): Finding {
  const name = 'email links';
  if (baseUrl !== undefined) return { name, state: 'ok', text: `Links point to ${baseUrl}` };
  const text = `Links point to ${port === 0 ? 'a port chosen at start' : ownUrl(host, port)}, which only works on this machine`;
  return smtpUrl === undefined
    ? { name, state: 'ok', text }
    : { name, state: 'warning', text: `${text}. Set --base-url.` };
}

export async function checkPort({ host, port }: Config, isRunning: boolean): Promise<Finding> {
  const name = 'port';
  if (isRunning) return { name, state: 'ok', text: 'The server is running' };
  const trouble = await listenOnce(host, port);
  if (trouble === null) return { name, state: 'ok', text: `${host}:${port} is free` };
  return { name, state: 'problem', text: `${host}:${port}: ${getText(trouble)}` };
}

/** The error of listening on that address, or `null`. */
function listenOnce(host: string, port: number): Promise<Error | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

const getText = (error: unknown): string => shownToUsers(error) ?? errorMessage(error);
