/** One person's program, on a thread of its own, since the library's event loop never ends by itself. */
import { parentPort, workerData } from 'node:worker_threads';
import zulip, { type Call, type Calls, type Config } from 'zulip-js';

export interface Asked {
  id: number;
  /** Where in the library: `['streams', 'subscriptions', 'retrieve']`. */
  path: string[];
  args: unknown[];
}

export type Told = { id: number; answer: unknown } | { id: number; error: string } | { event: unknown };

const port = parentPort;
if (!port) throw new Error('This is not to be run by itself.');
const tell = (told: Told): void => port.postMessage(told);
const client = await zulip(workerData as Config);

function find(path: readonly string[]): Call {
  let at: Calls | Call | undefined = client;
  for (const name of path) at = (at as Calls | undefined)?.[name];
  if (typeof at !== 'function') throw new Error(`The library has no ${path.join('.')}.`);
  return at;
}

port.on('message', ({ id, path, args }: Asked) => {
  if (path[0] === 'callOnEachEvent') {
    void client.callOnEachEvent((event) => tell({ event }), ...(args as [string[]?]));
    return;
  }
  find(path)(...args).then(
    (answer) => tell({ id, answer }),
    (error: unknown) => tell({ id, error: String(error) }),
  );
});
tell({ id: 0, answer: client.config.apiKey });
