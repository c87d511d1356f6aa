/** The client of the command socket. */
import { request } from 'node:http';
import type { CommandResult } from '../command-list.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { parseStored } from '../../../lib/json.ts';
import { readFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsIn } from '../../../lib/objects.ts';

/**
 * Runs the command in the server that has this data folder open; `undefined` if there is none.
 * @throws CommandError with the server's error.
 */
export async function askRunningServer<Name extends string>(
  dataDir: string,
  command: Name,
  options: object,
): Promise<CommandResult<Name> | undefined> {
  const address = findAddress(dataDir);
  const reply = address && (await post(address, `/admin/${command}`, JSON.stringify(options)));
  if (reply === undefined) return undefined;
  // The server is one of ours: it marks its responses, and only the owner of the data folder can listen on this address.
  const { value, error } = parseStored<{ value: CommandResult<Name>; error?: string }>(reply);
  if (error !== undefined) throw new CommandError(error);
  return value;
}

const nobodyThere = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

function post(address: Address, path: string, body: string): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const headers = {
    'content-type': 'application/json',
    ...('token' in address ? { authorization: `Bearer ${address.token}` } : {}),
  };
  const sent = request({ ...address, path, method: 'POST', headers, agent: false }, (response) => {
    if (response.headers[responseMark] === undefined) {
      response.destroy();
      resolve(undefined);
      return;
    }
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => (text += part));
    response.on('end', () => resolve(text));
    response.on('error', reject);
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (nobodyThere.has(error.code ?? '')) resolve(undefined);
    else if (error.code === 'EACCES')
      reject(new CommandError('Permission denied: run this command as the user who started the server.'));
    else reject(error);
  });
  sent.end(body);
  return promise;
}

// The address on which a running server accepts commands: a Unix socket `heddle.sock` in the data folder. Without Unix
// sockets (Windows, or a path that is too long) `heddle.sock` is a file with a loopback port and the token that grants
// access.

/** Bytes of a socket's path on the strictest system, without the terminating zero. */
const longestPath = 103;

export const socketPath = (dataDir: string): string => join(dataDir, 'heddle.sock');

export const takesSocket = (path: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(path) <= longestPath;

/** How clients connect to the server. */
type Address = { socketPath: string } | { host: '127.0.0.1'; port: number; token: string };

/** `undefined` if there is none. An existing address may be left over from a server that was killed. */
function findAddress(dataDir: string): Address | undefined {
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
