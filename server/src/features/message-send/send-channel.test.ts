import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addMembers,
  addPerson,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Account } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listenAs, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../../core/channels/membership.ts';
import { noteInTopic } from '../../core/messages/topics.ts';

async function attempt(world: World, who: Name | Account, to: number, topic = 't'): Promise<string> {
  const { status, json } = await world
    .as(who)
    .post('/messages', { type: 'channel', to, topic, content: 'x' });
  assert.equal(json.result === 'success', status === 200);
  if (status !== 200) assert.equal(status, 400);
  return json.msg;
}

async function getTopic(world: World, topic: string): Promise<string> {
  const { json } = await world
    .as('dan')
    .post('/messages', { type: 'channel', to: world.channels.general, topic, content: 'x' });
  assert.equal(json.result, 'success', json.msg);
  const response = await world
    .as('dan')
    .get(`/messages/${String(json.id)}`, { allow_empty_topic_name: true });
  return response.json.message.subject;
}

const sent = '';

onBothEngines('Permission to send to a channel', (engine) => {
  test('Everyone but guests may send to a public channel, and only subscribers to a private one', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge, design } = world.channels;
    assert.equal(await attempt(world, 'dan', lounge), sent);
    assert.equal(await attempt(world, 'gus', lounge), `Channel with ID '${lounge}' does not exist`);
    assert.equal(await attempt(world, 'gus', world.channels.general), sent);
    assert.equal(await attempt(world, 'dan', design), sent);
    // An administrator knows of it, without being in it.
    assert.equal(await attempt(world, 'ben', design), "Not authorized to send to channel 'design'");
    assert.equal(await attempt(world, 'eve', design), `Channel with ID '${design}' does not exist`);
    await setChannel(world, lounge, { is_web_public: 1 });
    assert.equal(await attempt(world, 'gus', lounge), sent);
  });

  test('The channel’s permission decides who may send', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await setChannel(world, general, {
      permissions: { can_send_message_group: await groupId(world, 'role:moderators') },
    });
    const denied = 'You do not have permission to post in this channel.';
    assert.equal(await attempt(world, 'dan', general), denied);
    assert.equal(await attempt(world, 'gus', general), denied);
    assert.equal(await attempt(world, 'cleo', general), sent);
    await setChannel(world, general, {
      permissions: {
        can_send_message_group: { direct_members: [world.people.gus.id], direct_subgroups: [] },
      },
    });
    assert.equal(await attempt(world, 'gus', general), sent);
    assert.equal(await attempt(world, 'ada', general), denied);
  });

  test('Nobody may send to an archived channel', async (t) => {
    const world = await makeWorld(t, engine);
    await setChannel(world, world.channels.general, { is_archived: 1 });
    assert.equal(
      await attempt(world, 'ada', world.channels.general),
      "Not authorized to send to channel 'general'",
    );
  });

  test('A bot may send where its owner may', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, general } = world.channels;
    const bot = await addPerson(world, 'robot', { botOwner: 'dan' });
    const other = await addPerson(world, 'stray', { botOwner: 'eve' });
    assert.equal(await attempt(world, bot, design), sent);
    assert.match(await attempt(world, other, design), /does not exist|Not authorized/);
    await setChannel(world, general, {
      permissions: {
        can_send_message_group: { direct_members: [world.people.dan.id], direct_subgroups: [] },
        can_create_topic_group: { direct_members: [world.people.dan.id], direct_subgroups: [] },
      },
    });
    assert.equal(await attempt(world, bot, general, 'new'), sent);
    assert.equal(
      await attempt(world, other, general, 'new'),
      'You do not have permission to post in this channel.',
    );
  });

  test('A user removed from a private channel may not send there any more', async (t) => {
    const world = await makeWorld(t, engine);
    const leaving = { userId: world.people.dan.id, channelId: world.channels.vault };
    assert.equal(await attempt(world, 'dan', world.channels.vault), sent);
    await world.app.db.write(world.orgId, 'system', (tx) => endMemberships(tx, [leaving]));
    assert.match(await attempt(world, 'dan', world.channels.vault), /does not exist/);
  });
});

onBothEngines('Topic names', (engine) => {
  test('Topic names are stored trimmed, with plain spaces', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal(await getTopic(world, '  plans '), 'plans');
    assert.equal(await getTopic(world, '\u3000plans\u00a0b\u2003'), 'plans b');
    assert.equal(await getTopic(world, 'ÄÖ 日本 👩‍👩‍👧 نص'), 'ÄÖ 日本 👩‍👩‍👧 نص');
  });

  test('Topic names of up to sixty code points are accepted, and longer ones are truncated', async (t) => {
    const world = await makeWorld(t, engine);
    const fits = '𝕏'.repeat(60);
    assert.equal(await getTopic(world, fits), fits);
    assert.equal(await getTopic(world, `${fits}y`), `${'𝕏'.repeat(57)}...`);
  });

  test('Topic names with invisible characters are refused with their position', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [topic, position] of [
      ['a\0b', 2],
      ['ab\nc', 3],
      ['𝕏\u202ebad', 2],
      ['x\u200by', 2],
      ['\ufeff\u2066x', 1],
      ['a\u2028b', 2],
    ] as const)
      assert.equal(
        await attempt(world, 'dan', world.channels.general, topic),
        `Invalid character in topic, at position ${position}!`,
      );
    // People can continue one that was imported.
    await world.app.db.write(world.orgId, 'system', (tx) =>
      noteInTopic(tx, world.channels.general, '\u200fabc', 1),
    );
    assert.equal(await attempt(world, 'dan', world.channels.general, '\u200fabc'), sent);
  });

  test('All spellings of the empty topic are one topic', async (t) => {
    const world = await makeWorld(t, engine);
    for (const topic of ['', '  ', '(no topic)', 'general chat'])
      assert.equal(await getTopic(world, topic), '');
    assert.equal(await getTopic(world, 'General Chat'), 'General Chat');
  });

  test('The channel or the organization can require or forbid the empty topic', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    const noEmpty = 'Sending messages to the general chat is not allowed in this channel.';
    const onlyEmpty = 'Only the general chat topic is allowed in this channel.';
    const setPolicy = (topics_policy: string) =>
      world.app.db.write(world.orgId, 'system', async (tx) => {
        await tx.q.updateTable('channel').set({ topics_policy }).where('id', '=', general).execute();
        await tx.touch({ channels: [general] });
      });
    assert.equal(await attempt(world, 'dan', general, ''), sent);
    await setPolicy('disable_empty_topic');
    assert.equal(await attempt(world, 'dan', general, ''), noEmpty);
    assert.equal(await attempt(world, 'dan', general, 'named'), sent);
    await setPolicy('empty_topic_only');
    assert.equal(await attempt(world, 'dan', general, 'named'), onlyEmpty);
    assert.equal(await attempt(world, 'dan', general, ''), sent);
    await setPolicy('inherit');
    await setOrganization(world, { topics_policy: 'disable_empty_topic' });
    assert.equal(await attempt(world, 'dan', general, ''), noEmpty);
    await setPolicy('allow_empty_topic');
    assert.equal(await attempt(world, 'dan', general, ''), sent);
  });

  test('New topics require permission, while existing ones are open to all senders', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    await setChannel(world, general, {
      permissions: { can_create_topic_group: await groupId(world, 'role:moderators') },
    });
    const denied = 'You do not have permission to create new topics in this channel.';
    assert.equal(await attempt(world, 'dan', general, 'new'), denied);
    await say(world, 'cleo', 'general', 'New');
    assert.equal(await attempt(world, 'dan', general, 'nEW'), sent);
  });
});

onBothEngines('The first message of a channel', (engine) => {
  test('The first message of a channel emits one event to those who may know of the channel', async (t) => {
    const world = await makeWorld(t, engine);
    const secret = await addChannel(world, { name: 'secret', isPrivate: true });
    await addMembers(world, secret, [world.people.ada.id, world.people.dan.id]);
    const listen = (who: Name) => listenAs(world, who, { event_types: ['stream'] });
    const [dan, ben, eve] = [await listen('dan'), await listen('ben'), await listen('eve')];
    assert.equal(await attempt(world, 'dan', secret), sent);
    assert.equal(await attempt(world, 'dan', secret), sent);
    for (const listener of [dan, ben]) {
      const events = await listener.received();
      assert.equal(events.length, 1);
      assert.equal(events[0].op, 'update');
      assert.equal(events[0].property, 'first_message_id');
      assert.equal(events[0].stream_id, secret);
    }
    assert.deepEqual(await eve.received(), []);
  });
});
