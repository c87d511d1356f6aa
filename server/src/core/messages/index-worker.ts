/**
 * Indexes new and bulk-moved messages a moment after they are committed, in batches small enough that nobody waits for
 * them.
 */
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
