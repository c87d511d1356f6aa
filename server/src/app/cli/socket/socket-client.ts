/** The client of the command socket. */
import { request } from 'node:http';
import type { CommandResult } from '../command-list.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { responseMark, findAddress, type Address } from './socket-address.ts';
import { parseStored } from '../../../lib/json.ts';

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
