/** What a page does beside showing conversations. Nobody waits for it: it is fetched once the page is there. */
import type { Client } from '../../client.ts';
import { startNotices, type Notices } from '../notices/notices.ts';
import { startWorker } from './worker.ts';

export type Beside = Notices;

export function startBeside(client: Client): Beside {
  startWorker(client);
  return startNotices(client);
}
