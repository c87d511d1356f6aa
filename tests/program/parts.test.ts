/** A server as a process, in the parts that a badly assembled installation would lack. */
import { test } from 'node:test';
import { checks } from '../../tools/release/probe.ts';
import { startOnFolder } from './folder.ts';

test('A server that runs as a process has all its parts, those too that it loads late or starts as processes', async (t) => {
  const account = await startOnFolder(t);
  for (const [what, check] of Object.entries(checks)) await t.test(what, () => check(account));
});
