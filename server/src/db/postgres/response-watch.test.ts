import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { ResponseWatch } from './response-watch.ts';

/** A statement that gets no response; the number of looks after which silence was reported, of a minute of them. */
async function lookOn(
  t: TestContext,
  {
    probe,
    atLook = () => undefined,
  }: { probe: () => Promise<void>; atLook?: (watch: ResponseWatch) => void },
): Promise<number[]> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const watch = new ResponseWatch();
  const silent: number[] = [];
  let look = 0;
  watch.start({ probe, onSilence: () => silent.push(look) });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const slow = watch.during(promise);
  for (look = 1; look <= 120; look++) {
    atLook(watch);
    t.mock.timers.tick(500);
    await turn();
  }
  watch.stop();
  resolve(undefined);
  await slow;
  return silent;
}

const never = () => new Promise<void>(() => undefined);
const fails = () => Promise.reject(new Error('Query read timeout'));

test('A statement that takes a minute is only slow while another session gets responses', async (t) => {
  assert.deepEqual(await lookOn(t, { probe: () => Promise.resolve() }), []);
});

test('PostgreSQL is silent when another session gets no response either, or fails without one', async (t) => {
  for (const probe of [never, fails]) {
    const silent = await lookOn(t, { probe });
    assert.deepEqual([silent[0], silent.length], [10, 12]);
    t.mock.timers.reset();
  }
});

test('A response to any other statement shows that PostgreSQL is not silent', async (t) => {
  let looks = 0;
  const silent = await lookOn(t, {
    probe: never,
    atLook: (watch) => void (looks++ % 8 === 0 && watch.during(Promise.resolve())),
  });
  assert.deepEqual(silent, []);
});
