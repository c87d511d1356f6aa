/** Has the words of new messages, and of many that were moved, indexed a moment after they came, in batches small enough that no one waits for them. */
import { CatchUpWorker } from '../events/catch-up-worker.ts';
import { defineService, type AppContext } from '../context/app-context.ts';
import { indexWaiting, replaceWaiting } from './search-index.ts';

const pauseMs = 300;
const batch = 200;

export const searchIndexer = defineService(
  ({ db, log }: Pick<AppContext, 'db' | 'log'>) =>
    new CatchUpWorker({
      ...{ pauseMs, log, failure: 'indexing words failed' },
      types: ['message', 'update_message'],
      doSome: () =>
        db.write(0, 'system', async (tx) => (await indexWaiting(tx, batch)) || replaceWaiting(tx, batch)),
    }),
);
