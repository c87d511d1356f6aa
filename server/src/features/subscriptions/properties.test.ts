import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

interface Change {
  stream_id: number;
  property: string;
  value: unknown;
}

const change = (world: World, ...subscription_data: Change[]) =>
  world.as('dan').post('/users/me/subscriptions/properties', { subscription_data });

async function getPersonal(world: World, channelId: number): Promise<Record<string, unknown>> {
  const { json } = await world.as('dan').get('/users/me/subscriptions');
  const all = json.subscriptions as (Record<string, unknown> & { stream_id: number })[];
  const found = all.find((one) => one.stream_id === channelId);
  assert.ok(found);
  return found;
}

onBothEngines('Personal channel settings', (engine) => {
  test('Personal channel settings are stored and emitted, one event per setting', async (t) => {
    const world = await makeWorld(t, engine);
    const { general: stream_id } = world.channels;
    const queue = await openQueue(world, 'dan', { event_types: ['subscription'] });
    const settings = {
      color: '#abcdef',
      pin_to_top: true,
      desktop_notifications: true,
      audible_notifications: false,
      push_notifications: true,
      email_notifications: false,
      wildcard_mentions_notify: true,
    };
    const all = Object.entries(settings).map(([property, value]) => ({ stream_id, property, value }));
    assert.equal((await change(world, ...all)).status, 200);
    assert.equal((await change(world, ...all)).status, 200);
    const personal = await getPersonal(world, stream_id);
    for (const [name, value] of Object.entries(settings)) assert.equal(personal[name], value, name);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map(({ op, property, value }) => [op, property, value]),
      Object.entries(settings).map(([name, value]) => ['update', name, value]),
    );
  });

  test('Muting a channel is emitted under both setting names', async (t) => {
    const world = await makeWorld(t, engine);
    const { general: stream_id } = world.channels;
    const queue = await openQueue(world, 'dan', { event_types: ['subscription'] });
    assert.equal((await change(world, { stream_id, property: 'in_home_view', value: false })).status, 200);
    const path = `/users/me/subscriptions/${stream_id}`;
    const short = await world.as('dan').patch(path, { property: 'color', value: '#FA0' });
    assert.equal(short.status, 200, short.json.msg);
    const { is_muted, in_home_view, color } = await getPersonal(world, stream_id);
    assert.deepEqual([is_muted, in_home_view, color], [true, false, '#ffaa00']);
    const events = (await queue.after(queue.start)).map(({ property, value }) => [property, value]);
    assert.deepEqual(events, [
      ['in_home_view', false],
      ['is_muted', true],
      ['color', '#ffaa00'],
    ]);
  });

  test('A request with an invalid personal channel setting, value or channel is refused entirely', async (t) => {
    const world = await makeWorld(t, engine);
    const { general: stream_id, lounge } = world.channels;
    const hidden = await addChannel(world, { name: 'hidden', isPrivate: true });
    const before = await getPersonal(world, stream_id);
    const good = { stream_id, property: 'pin_to_top', value: true };
    for (const [bad, message] of [
      [{ stream_id, property: 'color', value: 'red' }, 'color is not a valid hex color code'],
      [{ stream_id, property: 'color', value: true }, 'color is not a string'],
      [{ stream_id, property: 'is_muted', value: 'yes' }, 'is_muted is not a boolean'],
      [{ stream_id, property: 'read_floor', value: true }, 'Unknown subscription property: read_floor'],
      [{ ...good, stream_id: lounge }, `Not subscribed to channel id ${lounge}`],
      [{ ...good, stream_id: 999_999_999 }, 'Invalid channel ID'],
      [{ ...good, stream_id: hidden }, 'Invalid channel ID'],
    ] as const) {
      const { status, json } = await change(world, good, bad);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', message]);
    }
    const { property, value } = good;
    for (const id of [hidden, 999_999_999]) {
      const { json } = await world.as('dan').patch(`/users/me/subscriptions/${id}`, { property, value });
      assert.deepEqual([json.code, json.msg], ['BAD_REQUEST', 'Invalid channel ID']);
    }
    assert.equal((await change(world, { ...good, value: 3 })).status, 400);
    assert.deepEqual(await getPersonal(world, stream_id), before);
  });
});
