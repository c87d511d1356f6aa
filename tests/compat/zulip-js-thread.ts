/** One person's program, on a thread of its own, since the library's event loop never ends by itself. */
import { parentPort, workerData } from 'node:worker_threads';
import zulip, { type Call, type Calls, type Config } from 'zulip-js';

export interface ThreadRequest {
  id: number;
  /** Where in the library: `['streams', 'subscriptions', 'retrieve']`. */
  path: string[];
  args: unknown[];
}

export type ThreadResponse =
  | { id: number; response: unknown }
  | { id: number; error: string }
  | { event: unknown };

const port = parentPort;
if (!port) throw new Error('This is not to be run by itself.');
const post = (message: ThreadResponse): void => port.postMessage(message);
const client = await zulip(workerData as Config);

function find(path: readonly string[]): Call {
  let at: Calls | Call | undefined = client;
  for (const name of path) at = (at as Calls | undefined)?.[name];
  if (typeof at !== 'function') throw new Error(`The library has no ${path.join('.')}.`);
  return at;
}

port.on('message', ({ id, path, args }: ThreadRequest) => {
  if (path[0] === 'callOnEachEvent') {
    void client.callOnEachEvent((event) => post({ event }), ...(args as [string[]?]));
    return;
  }
  find(path)(...args).then(
    (response) => post({ id, response }),
    (error: unknown) => post({ id, error: String(error) }),
  );
});
post({ id: 0, response: client.config.apiKey });
