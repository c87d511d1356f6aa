/**
 * The address on which a running server accepts commands: a Unix socket `heddle.sock` in the data folder. Without Unix sockets
 * (Windows, or a path that is too long) `heddle.sock` is a file with a loopback port and the token that grants access.
 */
import { readFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsIn } from '../../../lib/objects.ts';
import { parseStored } from '../../../lib/json.ts';

/** Bytes of a socket's path on the strictest system, without the terminating zero. */
const longestPath = 103;

export const socketPath = (dataDir: string): string => join(dataDir, 'heddle.sock');

export const takesSocket = (path: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(path) <= longestPath;

/** How clients connect to the server. */
export type Address = { socketPath: string } | { host: '127.0.0.1'; port: number; token: string };

/** `undefined` if there is none. An existing address may be left over from a server that was killed. */
export function findAddress(dataDir: string): Address | undefined {
  const path = socketPath(dataDir);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (found.isSocket()) return { socketPath: path };
  try {
    const { port, token } = fieldsIn(parseStored<unknown>(readFileSync(path, 'utf8')));
    return typeof port === 'number' && typeof token === 'string'
      ? { host: '127.0.0.1', port, token }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Part of every response: another program may be listening on the port of a server that was killed. */
export const responseMark = 'heddle-admin';
