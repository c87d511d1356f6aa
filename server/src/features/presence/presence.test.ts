import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';
import type { Json, JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { presenceBoards } from './boards.ts';
import { systemClock } from '../../lib/clock.ts';
import { Board } from './board.ts';

const minute = 60_000;

async function ping(world: World, who: Name, params: Params = {}): Promise<Record<string, JsonValue>> {
  const { status, json } = await world
    .as(who)
    .post('/users/me/presence', { status: 'active', new_user_input: true, ...params });
  assert.equal(status, 200, json.msg);
  return json;
}

/** As if someone had been here that long ago. */
async function wasHere(world: World, who: Name, activeMs: number, connectedMs = activeMs): Promise<void> {
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    const row = {
      user_id: world.people[who].id,
      org_id: world.orgId,
      active_at: tx.now - activeMs,
      connected_at: tx.now - connectedMs,
      update_id: 1,
    };
    await tx.q.insertInto('presence').values(row).execute();
  });
}

const getId = (world: World, who: Name): string => String(world.people[who].id);

onBothEngines('Presence', (engine) => {
  test('Presence of a user who was deactivated after the last ping is not stored again', async (t) => {
    const world = await makeWorld(t, engine);
    const { id } = world.people.dan;
    await ping(world, 'dan');
    const boards = presenceBoards(world.app);
    const later = world.app.clock.now() + minute;
    (await boards.of(world.orgId)).note(id, { activeAt: later, connectedAt: later });
    await world.as('ada').delete(`/users/${id}`);
    const { q } = world.app.db.read;
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q.deleteFrom('presence').where('user_id', '=', id).execute();
    });
    await boards.flush();
    assert.deepEqual(await q.selectFrom('presence').selectAll().where('user_id', '=', id).execute(), []);
  });

  test('Presence is returned in the slim form with only new data to clients that send last_update_id', async (t) => {
    const world = await makeWorld(t, engine);
    const before = Math.floor(Date.now() / 1000);
    await ping(world, 'dan');
    const first = await ping(world, 'eve', { last_update_id: -1 });
    assert.deepEqual(Object.keys(first.presences).sort(), [getId(world, 'dan'), getId(world, 'eve')].sort());
    const { active_timestamp, idle_timestamp } = first.presences[getId(world, 'dan')];
    assert.ok(active_timestamp >= before && idle_timestamp >= active_timestamp);
    assert.ok(first.server_timestamp >= before);

    const known = { last_update_id: first.presence_last_update_id };
    assert.deepEqual((await ping(world, 'eve', known)).presences, {});
    await ping(world, 'gus');
    const later = await ping(world, 'eve', known);
    assert.deepEqual(Object.keys(later.presences), [getId(world, 'gus')]);
    assert.ok(later.presence_last_update_id > first.presence_last_update_id);
  });

  test('Presence is returned by email and client to older clients', async (t) => {
    const world = await makeWorld(t, engine);
    await wasHere(world, 'ben', 5 * minute, 0);
    const { presences } = await ping(world, 'dan');
    for (const client of ['aggregated', 'website']) {
      const dan = presences['dan@example.com'][client];
      const pushable = client === 'website' ? false : undefined;
      assert.deepEqual([dan.client, dan.status, dan.pushable], ['website', 'active', pushable]);
      assert.equal(presences['ben@example.com'][client].status, 'idle');
    }
    const { json } = await world.as('gus').get('/realm/presence');
    assert.deepEqual(json.presences, presences);
    assert.equal(json.presences['eve@example.com'], undefined);
    const slim = await ping(world, 'dan', { slim_presence: true });
    assert.ok(slim.presences[getId(world, 'ben')].idle_timestamp);
  });

  test('Presence is not returned to clients that only report their own', async (t) => {
    const world = await makeWorld(t, engine);
    assert.deepEqual(await ping(world, 'dan', { ping_only: true }), { result: 'success', msg: '' });
    const { json } = await world.as('eve').get(`/users/${getId(world, 'dan')}/presence`);
    assert.equal(json.presence.aggregated.status, 'active');
  });

  test('Presence of a single user is available by ID and by email', async (t) => {
    const world = await makeWorld(t, engine);
    await wasHere(world, 'dan', 10 * minute, 2 * minute);
    for (const who of [getId(world, 'dan'), 'dan@example.com']) {
      const { status, json } = await world.as('gus').get(`/users/${who}/presence`);
      assert.equal(status, 200, json.msg);
      const { active_timestamp, idle_timestamp, aggregated, website } = json.presence;
      assert.ok(Math.abs(idle_timestamp - active_timestamp - 8 * 60) <= 1);
      assert.deepEqual(aggregated, { status: 'idle', timestamp: idle_timestamp });
      assert.deepEqual(website, aggregated);
    }
    const other = await addOrganization(world);
    const refused: [string, string][] = [
      ['999999', 'No such user'],
      ['nobody@example.com', 'No such user'],
      [String(other.ownerId), 'No such user'],
      [getId(world, 'eve'), `No presence data for ${getId(world, 'eve')}`],
    ];
    for (const [who, msg] of refused) {
      const { status, json } = await world.as('ada').get(`/users/${who}/presence`);
      assert.deepEqual([status, json.msg], [400, msg]);
    }
  });

  test('Presence is emitted when a user comes online or becomes active, in each client’s form', async (t) => {
    const world = await makeWorld(t, engine);
    await wasHere(world, 'eve', 60 * minute, 0);
    const types = { event_types: ['presence'] };
    const modern = await listenAs(world, 'gus', {
      ...types,
      client_capabilities: { simplified_presence_events: true },
    });
    const slim = await listenAs(world, 'ben', { ...types, slim_presence: true });
    const old = await listenAs(world, 'ada', types);
    for (const who of ['dan', 'eve'] as const) {
      const user_id = world.people[who].id;
      await ping(world, who);
      await ping(world, who);
      const notified = await modern.received();
      assert.deepEqual(
        notified.map(({ type, presences }: JsonValue) => [type, Object.keys(presences)]),
        [['presence', [String(user_id)]]],
      );
      for (const [queue, email] of [
        [slim, undefined],
        [old, `${who}@example.com`],
      ] as const) {
        const [event, ...more] = await queue.received();
        assert.deepEqual(
          [event.user_id, event.email, event.presence.website.status, more],
          [user_id, email, 'active', []],
        );
      }
    }
  });

  test('Presence that needs no event survives a restart', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await wasHere(world, 'dan', 3 * minute, minute);
    const queue = await listenAs(world, 'eve', { event_types: ['presence'] });
    await ping(world, 'dan', { status: 'idle' });
    assert.deepEqual(await queue.received(), []);
    const before = await world.as('eve').get('/users/dan@example.com/presence');
    await world.restart();
    const after = await world.as('eve').get('/users/dan@example.com/presence');
    assert.deepEqual(after.json.presence, before.json.presence);
    const { presence_last_update_id } = await ping(world, 'eve', { last_update_id: 1 });
    assert.ok(presence_last_update_id > 1);
  });

  test('Presence across clients is offline once none has reported within the threshold', async (t) => {
    const world = await makeWorld(t, engine);
    await wasHere(world, 'dan', 5 * minute);
    await wasHere(world, 'gus', minute);
    for (const [who, aggregated] of [
      ['dan', 'offline'],
      ['gus', 'active'],
    ]) {
      const { json } = await world.as('eve').get(`/users/${who}@example.com/presence`);
      assert.deepEqual(
        [json.presence.aggregated.status, json.presence.website.status],
        [aggregated, 'active'],
      );
    }
  });

  test('Presence of users who disabled it stays as it was then, and none is stored of those who never shared it', async (t) => {
    const world = await makeWorld(t, engine);
    await wasHere(world, 'dan', 5 * minute);
    const getPresence = (who: Name) => world.as('eve').get(`/users/${getId(world, who)}/presence`);
    const { presence } = (await getPresence('dan')).json;
    for (const who of ['dan', 'cleo'] as const)
      assert.equal((await world.as(who).patch('/settings', { presence_enabled: false })).status, 200);
    const queue = await listenAs(world, 'eve', { event_types: ['presence'] });
    await ping(world, 'dan');
    await ping(world, 'cleo');
    assert.deepEqual(await queue.received(), []);
    assert.deepEqual((await getPresence('dan')).json.presence, presence);
    assert.equal((await getPresence('cleo')).json.msg, `No presence data for ${getId(world, 'cleo')}`);
    await setOrganization(world, { presence_disabled: true });
    assert.deepEqual((await ping(world, 'eve')).presences, {});
  });

  test('Disabling presence sets it back for everyone immediately, and enabling it restores it', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await ping(world, 'dan');
    const { presence_last_update_id: last_update_id } = await ping(world, 'eve', { last_update_id: -1 });
    const slim = { client_capabilities: { simplified_presence_events: true }, event_types: ['presence'] };
    const [modern, legacy] = [
      await listenAs(world, 'eve', slim),
      await listenAs(world, 'eve', { event_types: ['presence'] }),
    ];
    assert.equal((await world.as('dan').patch('/settings', { presence_enabled: false })).status, 200);
    const dan = getId(world, 'dan');
    const received = (await modern.received()) as unknown as Json[];
    const back = (received[0]!.presences as Record<string, Record<string, number>>)[dan]!;
    assert.equal(received.length, 1);
    const [event] = (await legacy.received()) as unknown as Json[];
    const { website } = event!.presence as { website: { status: string; timestamp: number } };
    assert.deepEqual([website.status, website.timestamp], ['active', back.idle_timestamp]);
    assert.ok(Number(event?.server_timestamp) - website.timestamp > 200, 'too long ago to count as here');
    assert.deepEqual((await ping(world, 'eve', { last_update_id })).presences, { [dan]: back });
    assert.deepEqual((await ping(world, 'eve', { last_update_id: -1 })).presences[dan], back);
    const { json: one } = await world.as('eve').get(`/users/${dan}/presence`);
    assert.equal(one.presence.aggregated.status, 'offline');
    const row = await world.app.db.read.q
      .selectFrom('presence')
      .select(['active_at', 'connected_at'])
      .where('user_id', '=', Number(dan))
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.active_at, row.connected_at].map((at) => Math.floor(at / 1000)),
      [back.active_timestamp, back.idle_timestamp],
    );
    await ping(world, 'dan');
    assert.deepEqual(await modern.received(), []);
    await world.as('dan').patch('/settings', { presence_enabled: true });
    const [again] = (await modern.received()) as unknown as Json[];
    const shown = (again!.presences as Record<string, Record<string, number>>)[dan]!;
    assert.ok(
      shown.idle_timestamp! > back.idle_timestamp! && shown.active_timestamp === shown.idle_timestamp,
    );
    assert.deepEqual((await ping(world, 'eve', { last_update_id: -1 })).presences[dan], shown);
    await world.as('dan').patch('/settings', { presence_enabled: true });
    await ping(world, 'dan');
    assert.deepEqual(await modern.received(), []);
  });

  test('Presence is removed from earlier responses when the organization disables it', async (t) => {
    const world = await makeWorld(t, engine);
    await ping(world, 'dan');
    const all = () => ping(world, 'eve', { last_update_id: -1 });
    assert.ok(getId(world, 'dan') in (await all()).presences);
    await setOrganization(world, { presence_disabled: true });
    assert.deepEqual((await all()).presences, {});
    assert.deepEqual((await world.as('eve').get('/realm/presence')).json.presences, {});
    const { json } = await world.as('eve').post('/register', { fetch_event_types: ['presence'] });
    assert.deepEqual(json.presences, {});
    await setOrganization(world, { presence_disabled: false });
    assert.ok(getId(world, 'dan') in (await all()).presences);
  });

  test('Presence of invisible users is hidden', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, {
      can_access_all_users_group: { direct_members: [], direct_subgroups: [] },
    });
    await world.as('gus').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    const queue = await listenAs(world, 'gus', { event_types: ['presence'] });
    await ping(world, 'dan');
    assert.deepEqual(await queue.received(), []);
    assert.deepEqual(Object.keys((await ping(world, 'gus', { last_update_id: -1 })).presences), [
      getId(world, 'gus'),
    ]);
    const { json } = await world.as('gus').get('/users/dan@example.com/presence');
    assert.equal(json.msg, 'No such user');
    const state = await world
      .as('gus')
      .post('/register', { fetch_event_types: ['presence'], slim_presence: true });
    assert.deepEqual(Object.keys(state.json.presences), [getId(world, 'gus')]);
  });

  test('Presence history reaches back as far as requested', async (t) => {
    const world = await makeWorld(t, engine);
    await wasHere(world, 'dan', 20 * 24 * 60 * minute);
    await wasHere(world, 'ben', 2 * 24 * 60 * minute);
    const seen = async (params: Params) =>
      Object.keys((await ping(world, 'eve', { slim_presence: true, ...params })).presences).length;
    assert.equal(await seen({}), 2);
    assert.equal(await seen({ history_limit_days: 30 }), 3);
    assert.equal(await seen({ history_limit_days: 1 }), 1);
    const fetched = { fetch_event_types: ['presence'], slim_presence: true, presence_history_limit_days: 30 };
    const { json } = await world.as('eve').post('/register', fetched);
    assert.equal(Object.keys(json.presences).length, 3);
  });

  test('Presence requires a user and a valid status', async (t) => {
    const world = await makeWorld(t, engine);
    for (const params of [
      {},
      { status: 'asleep' },
      { status: 'active', last_update_id: 'x' },
      { status: 'active', history_limit_days: -1 },
    ]) {
      const { status } = await world.as('dan').post('/users/me/presence', params);
      assert.equal(status, 400, JSON.stringify(params));
    }
    assert.equal((await world.anonymous.post('/users/me/presence', { status: 'active' })).status, 401);
    assert.deepEqual((await world.as('eve').get('/realm/presence')).json.presences, {});
  });
});

const now = Date.now();
const dan = 1;
const ahead = { userId: 2, activeAt: now, connectedAt: now, updateId: now + 3_600_000 };
const seen = { userId: dan, activeAt: now, connectedAt: now };
const setBack = { userId: dan, activeAt: now - 200_000, connectedAt: now - 200_000, updateId: now };

test('A user who leaves and returns is present although update IDs are ahead of the clock', () => {
  const board = new Board([ahead], systemClock);
  board.publish([{ ...seen, updateId: board.takenAt(now) }]);
  board.leave(setBack);
  assert.equal(board.get(dan)?.connectedAt, setBack.connectedAt);
  board.publish([{ ...seen, updateId: board.takenAt(now) }]);
  assert.equal(board.get(dan)?.connectedAt, now);
});

test('Late presence does not show a user who has left as online', () => {
  const board = new Board([ahead, { ...seen, updateId: now }], systemClock);
  const known = { ...seen, updateId: board.takenAt(now) };
  board.note(dan, { activeAt: now, connectedAt: now + 60_000 });
  const news = board.takeNews();
  assert.deepEqual(
    news.map(({ userId }) => userId),
    [dan],
  );
  board.leave(setBack);
  board.publish([known, ...news]);
  assert.equal(board.get(dan)?.connectedAt, setBack.connectedAt);
});
