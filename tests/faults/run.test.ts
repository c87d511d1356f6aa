import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRun } from './kill.ts';
import { Random, endRun, survive } from './run.ts';

test('A request of a run that has failed is not tried again, though its fault was not undone', async () => {
  const run = { ...startRun('http://127.0.0.1:9', new Random(1)), isUp: false };
  const ask = () => Promise.reject(new Error('refused'));
  assert.equal(await survive(run, ask), null);
  endRun(run);
  await assert.rejects(survive(run, ask), /refused/);
});
