import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const listening = { event_types: ['user_status'] };

async function readStatus(world: World, who: Name, of: Name) {
  const { status, json } = await world.as(who).get(`/users/${world.people[of].id}/status`);
  assert.equal(status, 200, json.msg);
  return json.status as object;
}

async function set(world: World, who: Name, params: Params, of?: Name): Promise<void> {
  const path = of ? `/users/${world.people[of].id}/status` : '/users/me/status';
  const { status, json } = await world.as(who).post(path, params);
  assert.equal(status, 200, json.msg);
  assert.deepEqual(json, { result: 'success', msg: '' });
}

onBothEngines('User status', (engine) => {
  test('A status has a text and an emoji, expires, and is emitted to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const { id } = world.people.dan;
    assert.deepEqual(await readStatus(world, 'eve', 'dan'), {});
    const queue = await listenAs(world, 'gus', listening);
    const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
    const steps: [Params, received: object, status: object][] = [
      [{ status_text: '  on vacation ' }, { status_text: 'on vacation' }, { status_text: 'on vacation' }],
      [{ emoji_name: 'car' }, emoji, { status_text: 'on vacation', ...emoji }],
      [{ status_text: '' }, { status_text: '' }, emoji],
      [{ emoji_name: '' }, { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }, {}],
      [
        { status_text: 'back', ...emoji },
        { status_text: 'back', ...emoji },
        { status_text: 'back', ...emoji },
      ],
    ];
    for (const [params, notified, status] of steps) {
      await set(world, 'dan', params);
      const received = await queue.received();
      assert.deepEqual(
        received.map(({ id: _, ...event }: { id: number }) => event),
        [{ type: 'user_status', user_id: id, ...notified }],
      );
      assert.deepEqual(await readStatus(world, 'eve', 'dan'), status);
    }
    const { json } = await world.as('gus').post('/register', { fetch_event_types: ['user_status'] });
    assert.deepEqual(json.user_status, { [id]: { status_text: 'back', ...emoji } });
  });

  test('A status with a time is cleared then, unless it was changed meanwhile', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const soon = Math.floor(Date.now() / 1000) + 1800;
    const queue = await listenAs(world, 'gus', listening);
    await set(world, 'dan', { status_text: 'in a meeting', emoji_name: 'car', heddle_expires_at: soon });
    await set(world, 'eve', { status_text: 'at lunch', heddle_expires_at: soon });
    const shown = (await readStatus(world, 'gus', 'dan')) as { heddle_expires_at?: number };
    assert.equal(shown.heddle_expires_at, soon);
    await set(world, 'eve', { status_text: 'at home' });
    await queue.received();
    await world.app.jobs.runDue(soon * 1000 + 1);
    const events = await queue.received();
    assert.deepEqual(
      events.map(({ id: _, ...event }: { id: number }) => event),
      [
        {
          type: 'user_status',
          user_id: world.people.dan.id,
          status_text: '',
          emoji_name: '',
          emoji_code: '',
          reaction_type: 'unicode_emoji',
          heddle_expires_at: null,
        },
      ],
    );
    assert.deepEqual(await readStatus(world, 'gus', 'dan'), {});
    assert.deepEqual(await readStatus(world, 'gus', 'eve'), { status_text: 'at home' });
    for (const heddle_expires_at of [1.5, 'tonight', 1e12])
      assert.equal(
        (await world.as('dan').post('/users/me/status', { status_text: 'x', heddle_expires_at })).status,
        400,
      );
  });

  test('Setting a status to away disables presence, with an event to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const { id } = world.people.dan;
    const own = await listenAs(world, 'dan', { event_types: ['user_settings'] });
    const queue = await listenAs(world, 'eve', {
      event_types: ['presence', 'user_status'],
      slim_presence: true,
    });
    await world.as('dan').post('/users/me/presence', { status: 'active' });
    await queue.received();
    for (const away of [true, false]) {
      await set(world, 'dan', { away, ...(away ? {} : { status_text: 'back' }) });
      const [presence, status, ...more] = await queue.received();
      assert.deepEqual(more, []);
      assert.deepEqual([presence.type, presence.user_id], ['presence', id]);
      const age = presence.server_timestamp - presence.presence.website.timestamp;
      assert.equal(age < 200, !away, 'who is away was last here too long ago');
      assert.deepEqual(
        [status.type, status.user_id, status.away, status.status_text],
        ['user_status', id, away, away ? undefined : 'back'],
      );
      assert.deepEqual(
        (await own.received()).map(({ property, value }) => [property, value]),
        [['presence_enabled', !away]],
      );
      const { presences } = (await world.as('eve').get('/realm/presence')).json;
      assert.equal(presences['dan@example.com'].website.timestamp, presence.presence.website.timestamp);
      const { json: one } = await world.as('eve').get(`/users/${id}/status`);
      const { json: all } = await world.as('eve').post('/register', { fetch_event_types: ['user_status'] });
      assert.deepEqual(one.status, away ? { away } : { status_text: 'back' });
      assert.deepEqual(all.user_status, { [id]: one.status });
    }
  });

  test('An invalid status is refused without changes', async (t) => {
    const world = await makeWorld(t, engine);
    await set(world, 'dan', { status_text: 'x'.repeat(60) });
    const refusals: [Params, string][] = [
      [{}, 'Client did not pass any new values.'],
      [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
      [{ status_text: 'a\0b' }, 'Invalid character in status_text.'],
      [
        { emoji_code: '1f697' },
        'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
      ],
      [
        { reaction_type: 'unicode_emoji' },
        'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
      ],
      [{ emoji_name: 'invalid' }, "Emoji 'invalid' does not exist"],
      [
        { status_text: 'a', emoji_name: 'car', emoji_code: '1f44d', reaction_type: 'unicode_emoji' },
        'Invalid emoji name',
      ],
      [{ emoji_name: 'car', emoji_code: '1f697', reaction_type: 'smoke' }, 'Invalid emoji type.'],
    ];
    for (const [params, msg] of refusals) {
      const { status, json } = await world.as('dan').post('/users/me/status', params);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    assert.deepEqual(await readStatus(world, 'dan', 'dan'), { status_text: 'x'.repeat(60) });
  });

  test('The status of another user can be set by administrators only', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['cleo', 'dan', 'eve', 'gus'] as const) {
      const { status, json } = await world
        .as(who)
        .post(`/users/${world.people.eve.id}/status`, { status_text: 'mine' });
      assert.deepEqual([status, json.msg], [400, 'Insufficient permission'], who);
    }
    assert.deepEqual(await readStatus(world, 'ada', 'eve'), {});
    for (const who of ['ada', 'ben'] as const) {
      await set(world, who, { status_text: `said ${who}` }, 'eve');
      assert.deepEqual(await readStatus(world, 'gus', 'eve'), { status_text: `said ${who}` });
    }
    const { json } = await world.as('ada').post('/users/999999/status', { status_text: 'nobody' });
    assert.equal(json.msg, 'No such user');
    assert.equal((await world.anonymous.post('/users/me/status', { status_text: 'x' })).status, 401);
  });

  test('The status of an invisible user is hidden', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, {
      can_access_all_users_group: { direct_members: [], direct_subgroups: [] },
    });
    await world.as('gus').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    const queue = await listenAs(world, 'gus', listening);
    await set(world, 'dan', { status_text: 'hidden' });
    assert.deepEqual(await queue.received(), []);
    const { status, json } = await world.as('gus').get(`/users/${world.people.dan.id}/status`);
    assert.deepEqual([status, json.msg], [400, 'No such user']);
    const { json: state } = await world.as('gus').post('/register', { fetch_event_types: ['user_status'] });
    assert.deepEqual(state.user_status, {});
  });

  test('The status is deleted with the profile of a user', async (t) => {
    const world = await makeWorld(t, engine);
    await set(world, 'eve', { status_text: 'writing a novel', emoji_name: 'book' });
    const queue = await listenAs(world, 'dan', listening);
    const gone = await world
      .as('ada')
      .delete(`/users/${world.people.eve.id}`, { actions: { delete_profile: true } });
    assert.equal(gone.status, 200, gone.json.msg);
    const [event] = await queue.received();
    assert.deepEqual([event.status_text, event.emoji_name], ['', '']);
    assert.deepEqual(await readStatus(world, 'dan', 'eve'), {});
  });
});
