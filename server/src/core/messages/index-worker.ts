/**
 * Indexes new and bulk-moved messages a moment after they are committed, in batches small enough that nobody waits for
 * them.
 */
import { type AppContext, defineService } from '../context/index.ts';
import { CatchUpWorker } from '../events/index.ts';
import { indexedUpTo, indexWaiting, replaceWaiting, rewriteSome } from './search-index.ts';
import { SettledMessages } from './settled.ts';

const pauseMs = 300;
const batch = 200;

export const searchIndexer = defineService(
  ({ db, log, nodes, peers }: Pick<AppContext, 'db' | 'log' | 'nodes' | 'peers'>) => {
    const settled = new SettledMessages({ db, peers, log });
    const worker = new CatchUpWorker({
      pauseMs,
      log,
      failure: 'indexing words failed',
      types: ['message', 'update_message'],
      lead: (work) => nodes.lead('search-index', work),
      async doSome() {
        const upTo = await settled.after(indexedUpTo);
        const left = await db.write(0, 'system', async (tx) => {
          const hasMore = await indexWaiting(tx, { upTo, limit: batch });
          if (hasMore || (await replaceWaiting(tx, batch))) return 'some';
          return (await rewriteSome(tx, batch)) ? 'old' : 'none';
        });
        // Nobody waits for those: one batch at a time, with a pause before the next.
        if (left === 'old') worker.wake();
        return left === 'some';
      },
    });
    return worker;
  },
);
