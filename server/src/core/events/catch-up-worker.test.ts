import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { silentLog } from '../../lib/logging.ts';
import { CatchUpWorker } from './catch-up-worker.ts';

test('Work in the background that has failed is tried again without a new message', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let attempts = 0;
  const worker = new CatchUpWorker({
    pauseMs: 300,
    log: silentLog(),
    failure: 'it failed',
    lead: (work) => work(),
    doSome() {
      attempts++;
      return attempts === 1 ? Promise.reject(new Error('busy')) : Promise.resolve(false);
    },
  });
  undoAfter(t, () => worker.stop());
  t.mock.timers.tick(300);
  await settled();
  assert.equal(attempts, 1);
  t.mock.timers.tick(10_000);
  t.mock.timers.tick(300);
  await settled();
  assert.equal(attempts, 2);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(attempts, 2, 'once it has succeeded, it waits for messages');
});

/** All that promises do now is done by the next turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
