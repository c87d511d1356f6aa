import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { connect } from '@nats-io/transport-node';
import { onEngine } from '../../../../tests/support/engines.ts';
import { makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import { getContents, openQueue } from '../../../../tests/support/queue.ts';
import { startNats } from '../../../../tests/support/services/nats.ts';
import { say } from '../../../../tests/support/talk.ts';
import { until } from '../../../../tests/support/until.ts';
import { Envelope } from './envelope.ts';

onEngine('postgres', 'A copy of the server on the same bus', () => {
  test('A node applies nothing that a copy with the same secrets has sent', async (t) => {
    const nats = await startNats(t);
    const [a, b] = await makeNodes(t, { nats: nats.url });
    const queue = await openQueue(b, 'dan');
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    const envelope = new Envelope(randomUUID(), a.app.secrets.serverKey);
    envelope.belongsTo('the copy');
    const now = a.app.clock.now();
    const position = b.app.hub.position(b.orgId) + 1;
    const event = { type: 'realm', op: 'update', property: 'name', value: 'The copy' };
    const at = { orgId: b.orgId, position, createdAt: now, size: 100, touched: null };
    const texts = envelope.seal(
      [
        ['entries', [{ ...at, event, audience: { everyone: true } }]],
        ['log', [b.orgId, position]],
        ['presence', [b.orgId, [[b.people.eve.id, now, now, 1]]]],
        ['queuesDeleted', [queue.id]],
      ],
      now,
    );
    const copy = await connect({ servers: nats.url });
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
    const { status } = await b.as('ada').get(`/users/${b.people.eve.id}/presence`);
    assert.notEqual(status, 200);
  });
});
