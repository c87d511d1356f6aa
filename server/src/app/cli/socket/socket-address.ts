/**
 * Where a running server takes commands: a Unix socket `heddle.sock` in the data folder. Where there are none (Windows,
 * a path too long for one) `heddle.sock` is a file with a loopback port and the word that opens it.
 */
import { readFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a socket's path, on the strictest of the systems, without the closing zero. */
const longestPath = 103;

export const socketPath = (dataDir: string): string => join(dataDir, 'heddle.sock');

export const takesSocket = (path: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(path) <= longestPath;

/** How requests reach the server. */
export type Address = { socketPath: string } | { host: '127.0.0.1'; port: number; token: string };

/** `undefined`: nothing is there. Something that is there may still be left over from a server that was killed. */
export function findAddress(dataDir: string): Address | undefined {
  const path = socketPath(dataDir);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (found.isSocket()) return { socketPath: path };
  try {
    const { port, token } = JSON.parse(readFileSync(path, 'utf8')) as { port?: unknown; token?: unknown };
    return typeof port === 'number' && typeof token === 'string'
      ? { host: '127.0.0.1', port, token }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Part of every response: another program may have got the port of a server that was killed. */
export const responseMark = 'heddle-admin';
