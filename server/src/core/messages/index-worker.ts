/** Has the words of new messages, and of many that were moved, indexed a moment after they came, in batches small enough that no one waits for them. */
import type { Logger } from 'pino';
import { Follower } from '../events/catch-up-worker.ts';
import type { Database } from '../../app/open-app.ts';
import { indexWaiting, replaceWaiting } from './search-index.ts';

const pauseMs = 300;
const batch = 200;

export const followToIndex = (db: Database, log: Logger): Follower =>
  new Follower({
    ...{ pauseMs, log, failure: 'indexing words failed' },
    types: ['message', 'update_message'],
    doSome: () =>
      db.write(0, 'system', async (tx) => (await indexWaiting(tx, batch)) || replaceWaiting(tx, batch)),
  });
