import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addOrganization,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { JsonValue, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

const archive = (world: World, who: Name, id: number) => world.as(who).delete(`/streams/${id}`);
const unarchive = (world: World, who: Name, id: number) =>
  world.as(who).patch(`/streams/${id}`, { is_archived: false });

const notified = (events: readonly JsonValue[]) =>
  events.map(({ type, op, property, value }) =>
    [type, op, property, value].filter((part) => part !== undefined),
  );

onBothEngines('Archived channels', (engine) => {
  test('A channel is archived and unarchived by those who administer it', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const text = 'You do not have permission to administer this channel.';
    for (const who of ['cleo', 'dan', 'eve', 'gus'] as const)
      await assertRefusal(archive(world, who, general), text);
    for (const who of ['eve', 'gus'] as const)
      await assertRefusal(archive(world, who, design), 'Invalid channel ID');
    const { channelId } = await addOrganization(world);
    for (const id of [channelId, 999_999])
      await assertRefusal(archive(world, 'ada', id), 'Invalid channel ID');
    const members = await groupId(world, 'role:members');
    await setChannel(world, general, { permissions: { can_administer_channel_group: members } });
    assert.equal((await archive(world, 'eve', general)).status, 200);
    await assertRefusal(archive(world, 'eve', general), 'Channel is already deactivated');
    assert.equal((await unarchive(world, 'eve', general)).status, 200);
    await assertRefusal(unarchive(world, 'eve', general), 'Channel is not currently deactivated');
    assert.equal((await archive(world, 'ben', design)).status, 200);
    const changed = await world.as('ben').patch(`/streams/${general}`, { is_archived: true });
    assert.equal(changed.status, 200);
    const { json } = await world.as('ben').get(`/streams/${general}`);
    assert.equal(json.stream.is_archived, false);
  });

  test('An archived channel keeps its subscribers and readable topics, but nobody can send', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const id = await say(world, 'dan', 'general', 'lunch');
    assert.equal((await archive(world, 'ben', general)).status, 200);
    const sent = await world
      .as('ada')
      .post('/messages', { type: 'channel', to: general, topic: 'lunch', content: 'more' });
    assert.deepEqual(
      [sent.status, sent.json.code, sent.json.msg],
      [400, 'BAD_REQUEST', "Not authorized to send to channel 'general'"],
    );
    const { json: topics } = await world.as('gus').get(`/users/me/${general}/topics`);
    assert.deepEqual(topics.topics, [{ name: 'lunch', max_id: id }]);
    assert.equal((await world.as('gus').get(`/messages/${id}`)).status, 200);
    const { json: members } = await world.as('gus').get(`/streams/${general}/members`);
    assert.equal(members.subscribers.length, 6);
    const listed = async (params: Params) =>
      ((await world.as('gus').get('/streams', params)).json.streams as { name: string }[]).map(
        ({ name }) => name,
      );
    assert.deepEqual(await listed({}), []);
    assert.deepEqual(await listed({ exclude_archived: false }), ['general']);
  });

  test('The notice about archiving a channel is unread for nobody', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { send_channel_events_messages: true });
    const dan = await listen(world.as('dan'), { event_types: ['message'] });
    assert.equal((await archive(world, 'ben', world.channels.general)).status, 200);
    const [notice] = await dan.received();
    assert.deepEqual([notice.message.subject, notice.flags], ['channel events', ['read']]);
    for (const who of ['dan', 'ben'] as const) {
      const { json } = await world
        .as(who)
        .post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
      assert.equal(json.unread_msgs.count, 0, who);
    }
  });

  test('An archived channel disappears for clients without archived_channels, and returns with its subscribers', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const modern = await listen(world.as('dan'), { client_capabilities: { archived_channels: true } });
    const old = await listen(world.as('dan'), { include_subscribers: true });
    assert.equal((await archive(world, 'ben', general)).status, 200);
    assert.deepEqual(notified(await modern.received()), [['stream', 'update', 'is_archived', true]]);
    assert.deepEqual(notified(await old.received()), [['stream', 'delete']]);
    const { state } = await listen(world.as('dan'));
    assert.deepEqual(state.streams.map(({ name }: { name: string }) => name).includes('general'), false);
    await world.as('ben').patch(`/streams/${general}`, { new_name: 'attic' });
    assert.deepEqual(notified(await modern.received()), [['stream', 'update', 'name', 'attic']]);
    assert.deepEqual(await old.received(), []);
    assert.equal((await unarchive(world, 'ben', general)).status, 200);
    assert.deepEqual(notified(await modern.received()), [['stream', 'update', 'is_archived', false]]);
    const [created, added, ...more] = await old.received();
    assert.deepEqual(notified([created, added]), [
      ['stream', 'create'],
      ['subscription', 'add'],
    ]);
    assert.deepEqual(more, []);
    assert.equal(added.subscriptions[0].name, 'attic');
    assert.equal(added.subscriptions[0].subscribers.length, 6);
  });

  test('The subscribers of an unarchived channel are announced to old clients without internal fields', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge } = world.channels;
    assert.equal((await archive(world, 'ben', lounge)).status, 200);
    const old = await listen(world.as('dan'));
    assert.equal((await unarchive(world, 'ben', lounge)).status, 200);
    const peers = (await old.received()).filter(({ op }) => op === 'peer_add');
    const fields = peers.map((event) => Object.keys(event).sort());
    assert.deepEqual(fields, [['id', 'op', 'stream_ids', 'type', 'user_ids']]);
  });

  test('Archiving a channel removes it from the default channels and from the organization’s settings', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const ids = { new_stream_announcements_stream_id: general, moderation_request_channel_id: design };
    assert.equal((await world.as('ada').patch('/realm', ids)).status, 200);
    const dan = await listen(world.as('dan'), { event_types: ['default_streams', 'realm'] });
    assert.deepEqual(dan.state.realm_default_streams ?? [general], [general]);
    for (const id of [general, design]) assert.equal((await archive(world, 'ada', id)).status, 200);
    const received = (await dan.received()).map(({ id: _, ...event }) => event);
    assert.deepEqual(received, [
      { type: 'realm', op: 'update', property: 'new_stream_announcements_stream_id', value: -1 },
      { type: 'default_streams', default_streams: [] },
      { type: 'realm', op: 'update', property: 'moderation_request_channel_id', value: -1 },
    ]);
    assert.equal((await unarchive(world, 'ada', general)).status, 200);
    const { state } = await listen(world.as('dan'), { fetch_event_types: ['default_streams', 'realm'] });
    assert.deepEqual([state.realm_default_streams, state.realm_new_stream_announcements_stream_id], [[], -1]);
  });

  test('An archived channel that is private and empty is invisible to everyone and cannot be unarchived', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await addChannel(world, { name: 'empty', isPrivate: true });
    assert.equal((await archive(world, 'ben', id)).status, 200);
    await assertRefusal(unarchive(world, 'ben', id), 'Channel is private and have no subscribers');
  });

  test('Archiving and unarchiving a channel posts notices where the organization wants them', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await world.as('ben').patch('/realm', { send_channel_events_messages: true });
    assert.equal((await archive(world, 'ben', general)).status, 200);
    assert.equal((await unarchive(world, 'ben', general)).status, 200);
    const query = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
    const narrow = [{ operator: 'channel', operand: general }];
    const { json } = await world.as('gus').get('/messages', { ...query, narrow });
    const ben = `@_**Ben Okafor|${world.people.ben.id}**`;
    assert.deepEqual(
      json.messages.map(({ content }: { content: string }) => content),
      [`${ben} archived this channel.`, `${ben} unarchived this channel.`],
    );
  });
});

onBothEngines('Default channels', (engine) => {
  test('Default channels are added and removed by administrators, with an event of the whole list to everyone but guests', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, lounge, design } = world.channels;
    const dan = await listen(world.as('dan'), { event_types: ['default_streams'] });
    const gus = await listen(world.as('gus'), { event_types: ['default_streams'] });
    const add = (who: Name, stream_id: number) => world.as(who).post('/default_streams', { stream_id });
    const remove = (who: Name, stream_id: number) => world.as(who).delete('/default_streams', { stream_id });
    for (const who of ['cleo', 'dan', 'gus'] as const)
      for (const asked of [add(who, lounge), remove(who, general)]) {
        const { status, json } = await asked;
        assert.deepEqual(
          [status, json.code, json.msg],
          [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
        );
      }
    for (let time = 0; time < 2; time++) assert.equal((await add('ben', lounge)).status, 200);
    assert.equal((await remove('ben', general)).status, 200);
    const lists = (await dan.received()).map((event) => event.default_streams);
    assert.deepEqual(lists, [[general, lounge].sort((a, b) => a - b), [lounge]]);
    assert.deepEqual(await gus.received(), []);
    await assertRefusal(add('ben', design), 'Private channels cannot be made default.');
    const { channelId } = await addOrganization(world);
    for (const id of [channelId, 999_999])
      for (const asked of [add('ben', id), remove('ben', id)])
        await assertRefusal(asked, 'Invalid channel ID');
    assert.equal((await world.as('ben').post('/default_streams', {})).json.code, 'REQUEST_VARIABLE_MISSING');
  });

  test('The default flag of a channel can only be changed by administrators of the organization', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge } = world.channels;
    const members = await groupId(world, 'role:members');
    await setChannel(world, lounge, { permissions: { can_administer_channel_group: members } });
    const patch = (who: Name, is_default_stream: boolean) =>
      world.as(who).patch(`/streams/${lounge}`, { is_default_stream });
    const text = 'You do not have permission to change default channels.';
    await assertRefusal(patch('dan', true), text);
    for (const value of [true, false]) assert.equal((await patch('ben', value)).status, 200);
  });
});
