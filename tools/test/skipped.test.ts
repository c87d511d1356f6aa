import assert from 'node:assert/strict';
import { it } from 'node:test';
import skipped from './skipped.mjs';

it('The closing lines of a run name the tests that were skipped, by the reason', async () => {
  const reported = [
    { name: 'Signs in', skip: 'no directory' },
    { name: 'Sends' },
    { name: 'Synchronizes', skip: 'no directory' },
    { name: 'Draws', skip: 'no browser' },
    { name: 'Waits', skip: true },
  ];
  async function* report() {
    for (const data of reported) yield { type: 'test:pass', data };
    yield { type: 'test:summary', data: {} };
  }
  assert.deepEqual(await Array.fromAsync(skipped(report())), [
    'Skipped (no directory): Signs in; Synchronizes\n',
    'Skipped (no browser): Draws\n',
    'Skipped (no reason given): Waits\n',
  ]);
});
