import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { LostSessionWatch, type SessionState } from './lost-session.ts';

/** A statement that gets no response; the numbers of looks after which its session was lost, of half a minute of them. */
async function lookOn(
  t: TestContext,
  inspect: (look: number) => SessionState | undefined,
  atLook: (watch: LostSessionWatch, look: number) => void = () => undefined,
): Promise<number[]> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const watch = new LostSessionWatch();
  const lost: number[] = [];
  let look = 0;
  watch.start({ inspect: () => Promise.resolve(inspect(look)), onLoss: () => lost.push(look) });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waiting = watch.during(promise);
  for (look = 1; look <= 30; look++) {
    atLook(watch, look);
    t.mock.timers.tick(1000);
    await turn();
  }
  watch.stop();
  resolve(undefined);
  await waiting;
  return lost;
}

test('A session is lost when its process has waited for the next statement since before one was sent', async (t) => {
  const lost = await lookOn(t, () => ({ isWaiting: true, since: '10:00:00' }));
  assert.equal(lost[0], 4);
});

test('A session is not lost while its process works, or waits for something else', async (t) => {
  assert.deepEqual(await lookOn(t, () => ({ isWaiting: false, since: '10:00:00' })), []);
});

test('A session is not lost whose process was seen between two statements, or not at all', async (t) => {
  assert.deepEqual(await lookOn(t, (look) => ({ isWaiting: true, since: `10:00:${look}` })), []);
  t.mock.timers.reset();
  assert.deepEqual(await lookOn(t, () => undefined), []);
});

test('A session is not lost that responds to any statement', async (t) => {
  const respond = (watch: LostSessionWatch, look: number) => {
    if (look % 3 === 0) void watch.during(Promise.resolve());
  };
  assert.deepEqual(await lookOn(t, () => ({ isWaiting: true, since: '10:00:00' }), respond), []);
});
