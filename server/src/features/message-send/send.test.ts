import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import {
  addOrganization,
  addPerson,
  deactivate,
  groupId,
  setOrganization,
} from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { listenAs, sendDirect, say } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { searchIndexer } from '../../core/messages/index-worker.ts';
import { notifier } from '../notifications/notifier.ts';

type Params = Record<string, unknown>;

const send = (world: World, who: Name, params: Params) =>
  world.as(who).post('/messages', { content: 'hello', ...params });

async function refused(world: World, who: Name, params: Params, msg: string, code = 'BAD_REQUEST') {
  return (await assertRefusal(send(world, who, params), msg, { code })).json;
}

async function fetched(world: World, who: Name, params: Params) {
  const { status, json } = await send(world, who, params);
  assert.equal(status, 200, json.msg);
  assert.equal(typeof json.id, 'number');
  const response = await world.as(who).get(`/messages/${String(json.id)}`, { apply_markdown: false });
  assert.equal(response.status, 200, response.json.msg);
  return response.json.message;
}

onBothEngines('Sending to a channel', (engine) => {
  test('Sending to a channel accepts its ID or name, with old and new parameter names', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    for (const [type, to, topicName] of [
      ['channel', general, 'topic'],
      ['stream', 'general', 'subject'],
      ['stream', ' General ', 'topic'],
      ['channel', '"general"', 'topic'],
      ['channel', [general], 'topic'],
      ['channel', ['GENERAL'], 'topic'],
    ] as const) {
      const message = await fetched(world, 'dan', { type, to, [topicName]: 'plans' });
      assert.equal(message.type, 'stream');
      assert.equal(message.stream_id, general);
      assert.equal(message.display_recipient, 'general');
      assert.equal(message.subject, 'plans');
      assert.equal(message.sender_id, world.people.dan.id);
    }
  });

  test('Sending to a missing or invalid channel is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const to = { type: 'channel', topic: 't' };
    const byName = await refused(
      world,
      'dan',
      { ...to, to: 'nowhere' },
      "Channel 'nowhere' does not exist",
      'STREAM_DOES_NOT_EXIST',
    );
    assert.equal(byName.stream, 'nowhere');
    const byId = await refused(
      world,
      'dan',
      { ...to, to: 999_999_999 },
      "Channel with ID '999999999' does not exist",
      'STREAM_DOES_NOT_EXIST',
    );
    assert.equal(byId.stream_id, 999_999_999);
    await refused(world, 'dan', { ...to, to: [general, design] }, 'Expected exactly one channel');
    await refused(world, 'dan', { ...to, to: [] }, 'Expected exactly one channel');
    await refused(world, 'dan', { type: 'channel', to: general }, 'Missing topic');
    assert.equal((await send(world, 'dan', { ...to })).json.code, 'REQUEST_VARIABLE_MISSING');
    assert.equal((await send(world, 'dan', { ...to, to: { x: 1 } })).status, 400);
    assert.equal((await send(world, 'dan', { type: 'letter', to: general, topic: 't' })).status, 400);
    const without = await world.as('dan').post('/messages', { ...to, to: general });
    assert.equal(without.json.code, 'REQUEST_VARIABLE_MISSING');
    assert.equal((await world.anonymous.post('/messages', { ...to, to: general, content: 'x' })).status, 401);
  });

  test('Sending to a channel of another organization is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const params = { type: 'channel', to: other.channelId, topic: 't' };
    assert.equal((await send(world, 'ada', params)).json.code, 'STREAM_DOES_NOT_EXIST');
    await refused(world, 'ada', { type: 'direct', to: [other.ownerId] }, `Invalid user ID ${other.ownerId}`);
  });
});

onBothEngines('Sending direct messages', (engine) => {
  test('Sending directly accepts user IDs or emails, one or several', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, ben, dan } = world.people;
    for (const [type, to] of [
      ['direct', [ada.id]],
      ['private', [ada.id]],
      ['private', ['ada@example.com']],
      ['private', 'ADA@example.com'],
      ['direct', ada.id],
      ['direct', [ada.id, dan.id, ada.id]],
      ['private', ' ada@example.com , dan@example.com,'],
    ] as const) {
      const message = await fetched(world, 'dan', { type, to });
      assert.equal(message.type, 'private');
      assert.equal(message.subject, '');
      assert.equal(message.stream_id, undefined);
      assert.deepEqual(
        message.display_recipient.map((one: { id: number }) => one.id),
        [ada.id, dan.id].sort((a, b) => a - b),
        String(to),
      );
    }
    const group = await fetched(world, 'dan', { type: 'direct', to: [ben.id, ada.id], topic: 'ignored' });
    assert.equal(group.display_recipient.length, 3);
    assert.equal(group.subject, '');
  });

  test('The same participants share one conversation, regardless of who sends', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, dan } = world.people;
    const one = await fetched(world, 'dan', { type: 'direct', to: [ada.id] });
    const back = await fetched(world, 'ada', { type: 'direct', to: [dan.id] });
    const group = await fetched(world, 'ada', { type: 'direct', to: [dan.id, world.people.eve.id] });
    assert.equal(one.recipient_id, back.recipient_id);
    assert.notEqual(one.recipient_id, group.recipient_id);
  });

  test('Users can send direct messages to themselves', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan } = world.people;
    const message = await fetched(world, 'dan', { type: 'direct', to: [dan.id] });
    assert.deepEqual(
      message.display_recipient.map((one: { id: number }) => one.id),
      [dan.id],
    );
    const eve = await listenAs(world, 'eve');
    await sendDirect(world, 'dan', ['dan']);
    assert.deepEqual(await eve.received(), []);
  });

  test('Direct messages to nobody, unknown users and deactivated users are refused', async (t) => {
    const world = await makeWorld(t, engine);
    const left = await addPerson(world, 'left');
    await deactivate(world, left.id);
    const direct = (to: unknown) => ({ type: 'direct', to });
    await refused(world, 'dan', direct([]), 'Message must have recipients');
    await refused(world, 'dan', direct(' , '), 'Message must have recipients');
    await refused(world, 'dan', direct([999_999_999]), 'Invalid user ID 999999999');
    await refused(world, 'dan', direct([world.people.ada.id, 999_999_999]), 'Invalid user ID 999999999');
    await refused(world, 'dan', direct('who@example.com'), "Invalid email 'who@example.com'");
    await refused(world, 'dan', direct([left.id]), "'left@example.com' is no longer using Heddle.");
    const mixed = 'Recipient lists may contain emails or user IDs, but not both.';
    await refused(world, 'dan', direct([world.people.ada.id, 'ben@example.com']), mixed);
    const many = Array.from({ length: 201 }, (_, at) => at + 1);
    assert.equal((await send(world, 'dan', direct(many))).status, 400);
  });

  test('The organization’s setting decides who must be among the recipients of a direct message', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, ben } = world.people;
    const direct = (...to: number[]) => ({ type: 'direct', to });
    await setOrganization(world, {
      direct_message_permission_group: await groupId(world, 'role:administrators'),
    });
    const msg = 'This conversation does not include any users who can authorize it.';
    await refused(world, 'dan', direct(eve.id), msg);
    assert.equal((await send(world, 'dan', direct(eve.id, ben.id))).status, 200);
    assert.equal((await send(world, 'dan', direct(dan.id))).status, 200);

    await setOrganization(world, { direct_message_permission_group: await groupId(world, 'role:nobody') });
    await refused(world, 'ada', direct(eve.id), 'Direct messages are disabled in this organization.');
    assert.equal((await send(world, 'ada', direct(world.people.ada.id))).status, 200);
  });

  test('Users who may not start a direct conversation may reply in an existing one', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    await setOrganization(world, {
      direct_message_initiator_group: await groupId(world, 'role:administrators'),
    });
    await refused(
      world,
      'dan',
      { type: 'direct', to: [eve.id] },
      'You do not have permission to initiate direct message conversations.',
    );
    await sendDirect(world, 'ada', ['dan', 'eve']);
    assert.equal(
      (await send(world, 'dan', { type: 'direct', to: [eve.id, world.people.ada.id] })).status,
      200,
    );
    assert.equal((await send(world, 'dan', { type: 'direct', to: [dan.id] })).status, 200);
  });

  test('A limited guest can message visible users, and sees those who write to them', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
    const newcomer = await addPerson(world, 'newcomer');
    const shy = { type: 'direct', to: [newcomer.id] };
    await refused(world, 'gus', shy, 'You do not have permission to access some of the recipients.');
    assert.equal((await send(world, 'gus', { type: 'direct', to: [world.people.ada.id] })).status, 200);

    const gus = await listenAs(world, 'gus', { event_types: ['realm_user', 'message'] });
    const { status } = await world
      .as(newcomer)
      .post('/messages', { type: 'direct', to: [world.people.gus.id], content: 'hello' });
    assert.equal(status, 200);
    const [met, message, ...more] = await gus.received();
    assert.equal(met.type, 'realm_user');
    assert.equal(met.op, 'add');
    assert.equal(met.person.user_id, newcomer.id);
    assert.equal(message.message.sender_id, newcomer.id);
    assert.deepEqual(more, []);
    assert.equal((await send(world, 'gus', shy)).status, 200);
    assert.equal((await gus.received()).length, 1);
  });

  test('Bots can always be messaged', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'robot', { role: roles.member, botOwner: 'ada' });
    await setOrganization(world, { direct_message_permission_group: await groupId(world, 'role:nobody') });
    assert.equal((await send(world, 'dan', { type: 'direct', to: [bot.id] })).status, 200);
    const back = await world
      .as(bot)
      .post('/messages', { type: 'direct', to: [world.people.dan.id], content: 'beep' });
    assert.equal(back.status, 200, back.json.msg);
  });
});

onBothEngines('Message content', (engine) => {
  const toSelf = (world: World) => ({ type: 'direct', to: [world.people.dan.id] });

  test('Message content is stored as sent, without leading blank lines and trailing space', async (t) => {
    const world = await makeWorld(t, engine);
    const content = '\n\n  indented\r\n\tand \u00a0 kept \u200b\u0007 here 𝕏 e\u0301\n\n ';
    const message = await fetched(world, 'dan', { ...toSelf(world), content });
    assert.equal(message.content, '  indented\r\n\tand \u00a0 kept \u200b\u0007 here 𝕏 e\u0301');
  });

  test('A message that is empty or only whitespace is refused', async (t) => {
    const world = await makeWorld(t, engine);
    for (const content of ['', ' ', '\n\n', '\t \u00a0\u3000\u2028 '])
      await refused(world, 'dan', { ...toSelf(world), content }, 'Message must not be empty');
    const nul = { ...toSelf(world), content: 'a\0b' };
    await refused(world, 'dan', nul, 'Message must not contain null bytes');
  });

  test('Message content that is too long is truncated with a notice; length is counted in code points', async (t) => {
    const world = await makeWorld(t, engine);
    const fits = '𝕏'.repeat(10_000);
    assert.equal((await fetched(world, 'dan', { ...toSelf(world), content: fits })).content, fits);
    const cut = await fetched(world, 'dan', { ...toSelf(world), content: `${fits}y` });
    const notice = '\n[message truncated]';
    assert.equal(cut.content, '𝕏'.repeat(10_000 - notice.length) + notice);
    const padded = await fetched(world, 'dan', { ...toSelf(world), content: `${fits}\n\n` });
    assert.equal(padded.content, fits);
  });

  test('Links to the own organization are stored as relative links', async (t) => {
    const world = await makeWorld(t, engine);
    const content = `[here](${world.url}/#inbox) [there](http://elsewhere.example/#inbox)`;
    const { json } = await send(world, 'dan', { ...toSelf(world), content });
    const response = await world.as('dan').get(`/messages/${String(json.id)}`);
    const links = [...String(response.json.message.content).matchAll(/href="([^"]*)"/g)].map(
      ([, href]) => href,
    );
    assert.deepEqual(links, ['/#inbox', 'http://elsewhere.example/#inbox']);
  });

  test('The client name is stored without control characters', async (t) => {
    const world = await makeWorld(t, engine);
    const message = await fetched(world, 'dan', { ...toSelf(world), client: 'my\0 script' });
    assert.equal(message.client, 'my script');
  });
});

test('Sending a message writes at most ten pages, regardless of content and number of messages', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  // What follows messages writes too: the more, the longer the sending takes.
  for (const worker of [notifier(world.app), searchIndexer(world.app)]) await worker.stop();
  const written = () => statSync(join(world.app.config.data, 'heddle.db-wal')).size;
  const text = 'a few **words** and a link, https://example.com/page, to read'.repeat(3);
  await say(world, 'dan', 'general', 'looms', text);
  const before = written();
  const sends = 60;
  for (let i = 0; i < sends; i++) await say(world, 'dan', 'general', 'looms', text);
  const page = 4096 + 24;
  const pages = (written() - before) / page / sends;
  assert.ok(pages > 1 && pages <= 10, `${pages.toFixed(2)} pages a message`);
});
