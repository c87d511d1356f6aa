import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@nats-io/transport-node';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { startNats } from '../../../../tests/support/services/nats.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { EntryBox } from './entry-box.ts';
import { Envelope } from './envelope.ts';

onEngine('postgres', 'A copy of the server on the same bus', () => {
  test('A node applies nothing that a copy with the same secrets has committed', async (t) => {
    const nats = await startNats(t);
    const [a, b] = await makeNodes(t, { nats: nats.url });
    const queue = await openQueue(b, 'dan');
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    const { serverKey } = a.app.secrets;
    const [envelope, box] = [new Envelope('copy', serverKey), new EntryBox('copy', serverKey)];
    box.belongsTo('the copy');
    const position = b.app.hub.position(b.orgId) + 1;
    const event = { type: 'realm', op: 'update', property: 'name', value: 'The copy' };
    const at = { orgId: b.orgId, position, createdAt: a.app.clock.now(), size: 100, touched: null };
    const sealed = box.seal([{ ...at, event, audience: { everyone: true } }]);
    const copy = await connect({ servers: nats.url });
    const texts = envelope.seal([
      ['entries', sealed],
      ['log', [b.orgId, position]],
    ]);
    for (const text of texts) copy.publish(envelope.subject, text);
    await copy.flush();
    await copy.close();
    await say(a, 'ada', 'general', 'weft', 'not of the copy');
    await until('the message arrives', async () => (await queue.after(queue.start)).length > 0);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['message'],
    );
    assert.deepEqual(getContents(events), ['not of the copy']);
  });
});
