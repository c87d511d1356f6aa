/** Has the words of new messages, and of many that were moved, indexed a moment after they came, in batches small enough that no one waits for them. */
import { type AppContext, defineService } from '../context/index.ts';
import { CatchUpWorker } from '../events/index.ts';
import { indexWaiting, replaceWaiting } from './search-index.ts';

const pauseMs = 300;
const batch = 200;

export const searchIndexer = defineService(
  ({ db, log, nodes }: Pick<AppContext, 'db' | 'log' | 'nodes'>) =>
    new CatchUpWorker({
      ...{ pauseMs, log, failure: 'indexing words failed' },
      types: ['message', 'update_message'],
      lead: (work) => nodes.lead('search-index', work),
      doSome: () =>
        db.write(0, 'system', async (tx) => (await indexWaiting(tx, batch)) || replaceWaiting(tx, batch)),
    }),
);
