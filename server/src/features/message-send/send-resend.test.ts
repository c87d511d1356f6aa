import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { deleteSendKeys, rememberedMs } from './resend.ts';
import { retryWindowMs } from './retry.ts';

const send = (world: World, who: Name, params: Record<string, unknown>, key?: string) =>
  world
    .as(who)
    .post(
      '/messages',
      { type: 'channel', to: world.channels.general, topic: 't', content: 'hello', ...params },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );

async function getId(response: ReturnType<typeof send>): Promise<number> {
  const { status, json } = await response;
  assert.equal(status, 200, json.msg);
  return json.id;
}

const getCount = async (world: World): Promise<number> =>
  (await world.app.db.read.q.selectFrom('message').select('id').execute()).length;

onBothEngines('Repeated sends', (engine) => {
  test('Sending again with the same queue and local ID returns the same message with one event', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const eve = await listenAs(world, 'eve');
    const again = { queue_id: 'q', local_id: '1.01' };
    const id = await getId(send(world, 'dan', again));
    assert.equal(await getId(send(world, 'dan', again)), id);
    assert.equal(await getCount(world), 1);
    assert.equal((await eve.received()).length, 1);
  });

  test('Sending again with the same Idempotency-Key returns the same message', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await getId(send(world, 'dan', {}, 'abc'));
    assert.equal(await getId(send(world, 'dan', {}, 'abc')), id);
    assert.equal(await getCount(world), 1);
  });

  test('Sending something else under a used key or local ID is refused, and the first message stays', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const local = { queue_id: 'q', local_id: '1.01' };
    const direct = { type: 'direct', to: [world.people.eve.id] };
    const others = [{ content: 'other words' }, { topic: 'other' }, { to: world.channels.design }, direct];
    for (const [given, key] of [[local], [{}, 'abc']] as const) {
      const id = await getId(send(world, 'dan', given, key));
      for (const other of others) {
        const { status, json } = await send(world, 'dan', { ...given, ...other }, key);
        assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'], JSON.stringify(other));
      }
      assert.equal(await getId(send(world, 'dan', given, key)), id);
    }
    assert.equal(await getCount(world), 2);
  });

  test('Sending with an empty Idempotency-Key is refused', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    for (const key of ['', '   ']) {
      const { status, json } = await send(world, 'dan', {}, key);
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST']);
    }
    assert.equal(await getCount(world), 0);
  });

  test('Concurrent sends with the same key create one message', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2
          ? getId(send(world, 'dan', {}, 'together'))
          : getId(send(world, 'dan', { queue_id: 'q', local_id: 'together' })),
      ),
    );
    assert.equal(new Set(ids).size, 2);
    assert.equal(await getCount(world), 2);
  });

  test('A repeated send is recognized after a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await getId(send(world, 'dan', {}, 'abc'));
    const second = await getId(send(world, 'dan', { queue_id: 'q', local_id: '1' }));
    await world.restart();
    assert.equal(await getId(send(world, 'dan', {}, 'abc')), first);
    assert.equal(await getId(send(world, 'dan', { queue_id: 'q', local_id: '1' })), second);
    assert.equal(await getCount(world), 2);
  });

  test('Sending with another user, another ID or half an ID creates a new message', async (t) => {
    const world = await makeWorld(t, engine);
    const sends = [
      send(world, 'dan', { queue_id: 'q', local_id: '1' }),
      send(world, 'dan', { queue_id: 'q', local_id: '2' }),
      send(world, 'dan', { queue_id: 'q 1', local_id: '' }),
      send(world, 'dan', { queue_id: 'q' }),
      send(world, 'dan', { queue_id: 'q' }),
      send(world, 'dan', { local_id: '1' }),
      send(world, 'eve', { queue_id: 'q', local_id: '1' }),
      send(world, 'dan', {}, 'abc'),
      send(world, 'eve', {}, 'abc'),
      send(world, 'dan', {}),
      send(world, 'dan', {}),
    ];
    const ids = await Promise.all(sends.map(getId));
    assert.equal(new Set(ids).size, ids.length);
  });

  test('A failed send is not remembered', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await send(world, 'dan', { to: 'nowhere' }, 'abc')).status, 400);
    const id = await getId(send(world, 'dan', {}, 'abc'));
    assert.equal(await getId(send(world, 'dan', {}, 'abc')), id);
  });

  test('Queue and local IDs accept any characters up to a length limit', async (t) => {
    const world = await makeWorld(t, engine);
    const odd = { queue_id: 'a\0b', local_id: '"\u2028\ud83d' };
    const id = await getId(send(world, 'dan', odd));
    assert.equal(await getId(send(world, 'dan', odd)), id);
    assert.equal((await send(world, 'dan', { queue_id: 'q', local_id: 'x'.repeat(500) })).status, 400);
    assert.equal((await send(world, 'dan', {}, 'x'.repeat(500))).status, 400);
  });

  test('A send is remembered for a day and then expires', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [old, fresh] = [
      await getId(send(world, 'dan', {}, 'old')),
      await getId(send(world, 'dan', {}, 'fresh')),
    ];
    const keys = world.app.db.read.q.selectFrom('send_key').select('message_id');
    const age = (messageId: number, ms: number) =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        tx.q
          .updateTable('send_key')
          .set({ created_at: tx.now - ms })
          .where('message_id', '=', messageId)
          .execute(),
      );
    await age(old, rememberedMs + 1);
    await age(fresh, rememberedMs - 60_000);
    assert.notEqual(await getId(send(world, 'dan', {}, 'old')), old);
    assert.equal(await getId(send(world, 'dan', {}, 'fresh')), fresh);
    await age(old + 2, rememberedMs + 1);
    assert.equal(await world.app.db.write(0, 'system', deleteSendKeys), false);
    assert.deepEqual(
      (await keys.execute()).map((row) => row.message_id),
      [fresh],
    );
  });
});

const day = 24 * 3600_000;

onBothEngines('A clock that is set forward', (engine) => {
  test('A clock that is set forward by a month makes the server drop no key and end no queue before a day has passed', async (t) => {
    const clock = new TestClock();
    const world = await makeWorld(t, engine, { alone: true, clock });
    const queue = await openQueue(world, 'eve');
    const id = await getId(send(world, 'dan', {}, 'key'));
    clock.set(30 * day);
    assert.equal(await getId(send(world, 'dan', {}, 'key')), id);
    await world.app.maintenance.sweep();
    await world.app.keeper.round(clock.now());
    assert.equal(await getId(send(world, 'dan', {}, 'key')), id);
    assert.equal((await queue.after(queue.start)).length, 1);
    clock.move(23 * 3600_000);
    assert.equal(await getId(send(world, 'dan', {}, 'key')), id);
    clock.set(-30 * day);
    assert.equal(await getId(send(world, 'dan', {}, 'key')), id);
    clock.move(2 * 3600_000);
    await world.app.maintenance.sweep();
    assert.notEqual(await getId(send(world, 'dan', {}, 'key')), id);
  });
});

/** As the Python library repeats a request whose connection was lost. */
const retry = { dont_block: true };
const otherProgram = { 'user-agent': 'Shuttle/0.9.1 (Linux; 6.1)' };

onBothEngines('Retries with dont_block', (engine) => {
  test('A send marked as a retry returns the ID of the first attempt’s message, in channels and directly', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const eve = await listenAs(world, 'eve');
    const direct = { type: 'private', to: [world.people.eve.id] };
    const inChannel = await getId(send(world, 'dan', {}));
    const toEve = await getId(send(world, 'dan', direct));
    assert.equal(await getId(send(world, 'dan', retry)), inChannel);
    assert.equal(await getId(send(world, 'dan', { to: 'general', topic: ' T ', ...retry })), inChannel);
    assert.equal(await getId(send(world, 'dan', { ...direct, to: 'eve@example.com', ...retry })), toEve);
    assert.equal((await eve.received()).length, 2);
    await world.restart();
    assert.equal(await getId(send(world, 'dan', retry)), inChannel);
    assert.equal(await getCount(world), 2);
  });

  test('A send marked as a retry sends the message once if the first attempt did not arrive', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids = await Promise.all(Array.from({ length: 5 }, () => getId(send(world, 'dan', retry))));
    assert.equal(new Set(ids).size, 1);
    assert.equal(await getCount(world), 1);
    const direct = { type: 'direct', to: [world.people.eve.id], ...retry };
    assert.equal(await getId(send(world, 'dan', direct)), await getId(send(world, 'dan', direct)));
    assert.equal(await getCount(world), 2);
  });

  test('A send marked as a retry finds the first message even if it was edited or moved', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await getId(send(world, 'dan', {}));
    const { lounge } = world.channels;
    for (const change of [
      { content: 'edited' },
      { content: 'edited again' },
      { topic: 'elsewhere' },
      { stream_id: lounge, topic: 'moved' },
    ]) {
      const who = 'stream_id' in change ? 'ada' : 'dan';
      const { status, json } = await world.as(who).patch(`/messages/${id}`, change);
      assert.equal(status, 200, json.msg);
      assert.equal(await getId(send(world, 'dan', retry)), id, JSON.stringify(change));
    }
  });

  test('A retry with another content, recipient, sender, client or key, without the mark, or later, creates a new message', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await getId(send(world, 'dan', {}));
    const others = await Promise.all([
      getId(send(world, 'dan', { ...retry, content: 'hello!' })),
      getId(send(world, 'dan', { ...retry, topic: 'u' })),
      getId(send(world, 'dan', { ...retry, to: world.channels.design })),
      getId(send(world, 'dan', { ...retry, type: 'direct', to: [world.people.eve.id] })),
      getId(send(world, 'eve', retry)),
      getId(send(world, 'dan', { ...retry, local_id: '1' })),
      getId(send(world, 'dan', retry, 'a key of its own')),
      getId(send(world, 'dan', { dont_block: false })),
      getId(send(world, 'dan', {})),
    ]);
    const program = { type: 'channel', to: 'general', topic: 't', content: 'hello', ...retry };
    const { json } = await world.as('dan').post('/messages', program, { headers: otherProgram });
    assert.equal(new Set([first, ...others, json.id]).size, 11);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('message')
        .set({ sent_at: tx.now - retryWindowMs })
        .execute(),
    );
    const before = await getCount(world);
    await getId(send(world, 'dan', retry));
    assert.equal(await getCount(world), before + 1);
  });
});
