import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import type { LogEntry } from '../log/index.ts';

onEngine('postgres', 'A node of the version before', () => {
  test('Entries that a node of the version before sends, which do not name their types, are delivered like others', async (t) => {
    const [a, b] = await makeNodes(t);
    const { peers } = a.app;
    const committed = peers.committed.bind(peers);
    t.mock.method(peers, 'committed', (orgId: number, entries: readonly LogEntry[]) =>
      committed(
        orgId,
        entries.map((entry) => Object.assign({ ...entry }, { type: undefined })),
      ),
    );
    const queue = await openQueue(b, 'dan', { event_types: ['message'] });
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    await say(a, 'ada', 'general', 'warp', 'hello');
    assert.deepEqual(getContents((await queue.hold(queue.start)).json.events), ['hello']);
  });
});
