import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import type { World } from '../../../../tests/support/world.ts';
import type { LogEntry } from '../log/index.ts';

/** A node whose hints are those of the version before. */
function makeOlder(t: TestContext, { app: { peers } }: World): void {
  const committed = peers.committed.bind(peers);
  t.mock.method(peers, 'committed', (orgId: number, entries: readonly LogEntry[]) =>
    committed(
      orgId,
      entries.map((entry) => Object.assign({ ...entry }, { type: undefined, shift: undefined })),
    ),
  );
}

onEngine('postgres', 'A node of the version before', () => {
  test('Entries that a node of the version before sends, which name neither type nor shift, are delivered like others', async (t) => {
    const [a, b] = await makeNodes(t);
    makeOlder(t, a);
    const queue = await openQueue(b, 'dan', { event_types: ['message'] });
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    const reload = t.mock.method(b.app.organizations, 'reload');
    await say(a, 'ada', 'general', 'warp', 'hello');
    assert.deepEqual(getContents((await queue.hold(queue.start)).json.events), ['hello']);
    // Ids jumped when the second node took up the storage, which this entry begins.
    await say(b, 'ada', 'general', 'warp', 'own');
    assert.ok(b.app.hub.ids(b.orgId).shift > 0);
    const last = (await queue.after(queue.start)).at(-1)?.id ?? 0;
    await a.app.peers.catchUp(a.orgId);
    await say(a, 'ada', 'general', 'warp', 'after a jump');
    const { events } = (await queue.hold(last)).json;
    assert.deepEqual(getContents(events), ['after a jump']);
    assert.equal(events[0].id, last + 1);
    assert.equal(reload.mock.callCount(), 0);
  });
});
