import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { hear } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { forgetSends, rememberedMs } from './resend.ts';

const send = (world: World, who: Name, params: Record<string, unknown>, key?: string) =>
  world
    .as(who)
    .post(
      '/messages',
      { type: 'channel', to: world.channels.general, topic: 't', content: 'hello', ...params },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );

async function idOf(answer: ReturnType<typeof send>): Promise<number> {
  const { status, json } = await answer;
  assert.equal(status, 200, json.msg);
  return json.id as number;
}

const countOf = async (world: World): Promise<number> =>
  (await world.heddle.db.read.q.selectFrom('message').select('id').execute()).length;

onBothEngines('sending again', (engine) => {
  test('with the same queue and local id gives the same message, told once', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = await hear(world, 'eve');
    const again = { queue_id: 'q', local_id: '1.01' };
    const id = await idOf(send(world, 'dan', again));
    assert.equal(await idOf(send(world, 'dan', again)), id);
    assert.equal(await idOf(send(world, 'dan', { ...again, content: 'other words' })), id);
    assert.equal(await countOf(world), 1);
    assert.equal((await eve.heard()).length, 1);
  });

  test('with the same Idempotency-Key gives the same message', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await idOf(send(world, 'dan', {}, 'abc'));
    assert.equal(await idOf(send(world, 'dan', {}, 'abc')), id);
    assert.equal(await countOf(world), 1);
  });

  test('at the same time, many times, gives one message', async (t) => {
    const world = await makeWorld(t, engine);
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 2
          ? idOf(send(world, 'dan', {}, 'together'))
          : idOf(send(world, 'dan', { queue_id: 'q', local_id: 'together' })),
      ),
    );
    assert.equal(new Set(ids).size, 2);
    assert.equal(await countOf(world), 2);
  });

  test('is recognized after the server was started anew', async (t) => {
    const world = await makeWorld(t, engine);
    const first = await idOf(send(world, 'dan', {}, 'abc'));
    const second = await idOf(send(world, 'dan', { queue_id: 'q', local_id: '1' }));
    await world.restart();
    assert.equal(await idOf(send(world, 'dan', {}, 'abc')), first);
    assert.equal(await idOf(send(world, 'dan', { queue_id: 'q', local_id: '1' })), second);
    assert.equal(await countOf(world), 2);
  });

  test('by someone else, with another id or with half of one is another message', async (t) => {
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
    const ids = await Promise.all(sends.map(idOf));
    assert.equal(new Set(ids).size, ids.length);
  });

  test('what failed is not remembered', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await send(world, 'dan', { to: 'nowhere' }, 'abc')).status, 400);
    const id = await idOf(send(world, 'dan', {}, 'abc'));
    assert.equal(await idOf(send(world, 'dan', {}, 'abc')), id);
  });

  test('ids may hold anything, but are not endless', async (t) => {
    const world = await makeWorld(t, engine);
    const odd = { queue_id: 'a\0b', local_id: '"\u2028\ud83d' };
    const id = await idOf(send(world, 'dan', odd));
    assert.equal(await idOf(send(world, 'dan', odd)), id);
    assert.equal((await send(world, 'dan', { queue_id: 'q', local_id: 'x'.repeat(500) })).status, 400);
    assert.equal((await send(world, 'dan', {}, 'x'.repeat(500))).status, 400);
  });

  test('is remembered for a day, and then forgotten', async (t) => {
    const world = await makeWorld(t, engine);
    const [old, fresh] = [
      await idOf(send(world, 'dan', {}, 'old')),
      await idOf(send(world, 'dan', {}, 'fresh')),
    ];
    const keys = world.heddle.db.read.q.selectFrom('send_key').select('message_id');
    const age = (messageId: number, ms: number) =>
      world.heddle.db.write(world.orgId, 'system', (tx) =>
        tx.q
          .updateTable('send_key')
          .set({ created_at: tx.now - ms })
          .where('message_id', '=', messageId)
          .execute(),
      );
    await age(old, rememberedMs + 1);
    await age(fresh, rememberedMs - 60_000);
    assert.notEqual(await idOf(send(world, 'dan', {}, 'old')), old);
    assert.equal(await idOf(send(world, 'dan', {}, 'fresh')), fresh);
    await age(old + 2, rememberedMs + 1);
    assert.equal(await world.heddle.db.write(0, 'system', forgetSends), false);
    assert.deepEqual(
      (await keys.execute()).map((row) => row.message_id),
      [fresh],
    );
  });
});
