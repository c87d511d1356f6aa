import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { gatheringMs, leftMs } from './node-peers.ts';

onEngine('postgres', 'Nodes that write to the same organization at the same time', () => {
  test('The hints of a node gather after the first while another writes as well, and then all leave', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(b, 'dan');
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    t.mock.method(b.app.organizations, 'loaded', () => Promise.resolve([]));
    const { pauses, restore } = holdTimers(t, gatheringMs);
    const arrived = async () => getContents(await queue.after(queue.start));
    const words = ['one', 'two', 'three'];
    try {
      await until('the node pauses', () => {
        // A hint of the other node may have set it since. This one gathers once the node pauses.
        Object.assign(a.app.peers, { othersWroteAt: Infinity });
        a.app.peers.send('organizations', null);
        return pauses.length > 0;
      });
      for (const word of words) await say(a, 'ada', 'general', 'weft', word);
      assert.deepEqual(await arrived(), []);
    } finally {
      restore();
      for (const end of pauses) end();
    }
    await until('all arrive', async () => (await arrived()).length === words.length);
    assert.deepEqual(await arrived(), words);
  });

  test('A node that writes reads what another has committed with its next write, or a moment later if none follows', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(b, 'dan');
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    t.mock.method(b.app.organizations, 'loaded', () => Promise.resolve([]));
    // The other node takes no hints, so that only one of them pauses.
    t.mock.method(a.app.organizations, 'holds', () => false);
    const { pauses, restore } = holdTimers(t, leftMs);
    const arrived = async () => getContents(await queue.after(queue.start));
    const long: string[] = [];
    const competeUntilPause = () =>
      until('the node that reads pauses', async () => {
        await say(b, 'ada', 'general', 'weft', 'short');
        // Too long for a hint, which names the position only.
        long.push(`${long.length} ${'warp '.repeat(1500)}`.trim());
        await say(a, 'ada', 'general', 'weft', long.at(-1) ?? '');
        return pauses.length > 0;
      });
    try {
      await competeUntilPause();
      assert.ok(!(await arrived()).includes(long.at(-1) ?? ''));
      await say(b, 'ada', 'general', 'weft', 'next');
      assert.deepEqual((await arrived()).slice(-2), [long.at(-1), 'next']);
      for (const end of pauses.splice(0)) end();
      await competeUntilPause();
    } finally {
      restore();
      for (const end of pauses) end();
    }
    await until('it arrives', async () => (await arrived()).at(-1) === long.at(-1));
    assert.deepEqual(
      (await arrived()).filter((text) => text.includes('warp')),
      long,
    );
  });

  test('A node that is stopped reads nothing more of what it left to the next group of writes', async (t) => {
    const [a, b] = await makeNodes(t);
    await untilHinted(a, b);
    t.mock.method(b.app.organizations, 'loaded', () => Promise.resolve([]));
    t.mock.method(a.app.organizations, 'holds', () => false);
    const { pauses, restore } = holdTimers(t, leftMs);
    try {
      await until('the node that reads pauses', async () => {
        await say(b, 'ada', 'general', 'weft', 'short');
        await say(a, 'ada', 'general', 'weft', 'warp '.repeat(1500).trim());
        return pauses.length > 0;
      });
      await b.app.peers.stop();
    } finally {
      restore();
    }
    const { mock: asked } = t.mock.method(b.app.organizations, 'holds');
    for (const end of pauses) end();
    await new Promise(setImmediate);
    assert.equal(asked.callCount(), 0);
  });
});

/** Timers of this length run when they are called. */
function holdTimers(t: TestContext, ms: number): { pauses: (() => void)[]; restore: () => void } {
  const pauses: (() => void)[] = [];
  const set = globalThis.setTimeout;
  const timers = t.mock.method(
    globalThis,
    'setTimeout',
    (callback: () => void, delay?: number, ...values: unknown[]) =>
      delay === ms ? pauses.push(callback) : set(callback, delay, ...values),
  );
  return { pauses, restore: () => timers.mock.restore() };
}
