import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMembers, addOrganization, sayElsewhere, setChannel } from '../../../../tests/support/change.ts';
import { Client, type JsonValue, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { emojiByName, namesByCode } from '../../lib/markdown/emoji/emoji.ts';

const path = (id: number) => `/messages/${id}/reactions`;

async function react(world: World, who: Name, id: number, params: Params): Promise<void> {
  const { status, json } = await world.as(who).post(path(id), params);
  assert.equal(status, 200, json.msg);
  assert.deepEqual(json, { result: 'success', msg: '' });
}

async function takeBack(world: World, who: Name, id: number, params: Params): Promise<void> {
  const { status, json } = await world.as(who).delete(path(id), params);
  assert.equal(status, 200, json.msg);
  assert.deepEqual(json, { result: 'success', msg: '' });
}

type Method = 'post' | 'delete';

async function refused(
  world: World,
  who: Name,
  method: Method,
  id: number,
  params: Params,
  msg: string,
  code = 'BAD_REQUEST',
): Promise<void> {
  await assertRefusal(world.as(who)[method](path(id), params), msg, { code });
}

async function reactionsTo(world: World, who: Name, id: number): Promise<JsonValue[]> {
  const one = await world.as(who).get(`/messages/${id}`);
  const many = await world.as(who).get('/messages', { message_ids: [id] });
  assert.deepEqual(many.json.messages[0].reactions, one.json.message.reactions);
  return one.json.message.reactions as JsonValue[];
}

const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };

onBothEngines('A reaction', (engine) => {
  test('Reactions are listed with the message, oldest first', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const other = await say(world, 'dan', 'general', 'lunch');
    await react(world, 'gus', id, { emoji_name: 'tada' });
    await react(world, 'eve', id, { emoji_name: 'heart' });
    await react(world, 'ada', id, tada);
    await react(world, 'dan', id, { emoji_name: 'heart', emoji_code: '2764' });
    const { ada, dan, eve, gus } = world.people;
    const heart = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
    assert.deepEqual(await reactionsTo(world, 'cleo', id), [
      { ...tada, user_id: gus.id },
      { ...heart, user_id: eve.id },
      { ...tada, user_id: ada.id },
      { ...heart, user_id: dan.id },
    ]);
    assert.deepEqual(await reactionsTo(world, 'cleo', other), []);
    await takeBack(world, 'gus', id, { emoji_name: 'tada' });
    await takeBack(world, 'eve', id, { emoji_code: '2764' });
    await takeBack(world, 'dan', id, { ...heart });
    assert.deepEqual(await reactionsTo(world, 'cleo', id), [{ ...tada, user_id: ada.id }]);
  });

  test('A reaction is added once, and removed only by its user', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await react(world, 'eve', id, { emoji_name: 'tada' });
    const twice = 'Reaction already exists.';
    await refused(world, 'eve', 'post', id, { emoji_name: 'tada' }, twice, 'REACTION_ALREADY_EXISTS');
    await refused(world, 'eve', 'post', id, tada, twice, 'REACTION_ALREADY_EXISTS');
    const none = "Reaction doesn't exist.";
    for (const who of ['ada', 'dan', 'gus'] as const)
      await refused(world, who, 'delete', id, { emoji_name: 'tada' }, none, 'REACTION_DOES_NOT_EXIST');
    await refused(world, 'eve', 'delete', id, { emoji_name: 'heart' }, none, 'REACTION_DOES_NOT_EXIST');
    assert.equal((await reactionsTo(world, 'ada', id)).length, 1);
    await takeBack(world, 'eve', id, tada);
    await refused(world, 'eve', 'delete', id, tada, none, 'REACTION_DOES_NOT_EXIST');
  });

  test('A reaction requires an existing emoji', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const queue = await listenAs(world, 'dan', { event_types: ['reaction'] });
    const custom = { emoji_name: 'loom', emoji_code: '7', reaction_type: 'realm_emoji' };
    const extra = { emoji_name: 'heddle', emoji_code: 'heddle', reaction_type: 'service_extra_emoji' };
    for (const [params, msg] of [
      [{ emoji_name: 'no such emoji' }, "Emoji 'no such emoji' does not exist"],
      [{ emoji_name: '' }, "Emoji '' does not exist"],
      [{ ...tada, emoji_code: 'ffff' }, 'Invalid emoji code'],
      [{ ...tada, emoji_code: '' }, 'Invalid emoji code'],
      [{ ...tada, emoji_name: 'heart' }, 'Invalid emoji name'],
      [{ ...tada, emoji_name: 'no such emoji' }, 'Invalid emoji name'],
      [{ ...tada, reaction_type: 'hat' }, 'Invalid emoji type.'],
      [{ ...tada, reaction_type: 'constructor' }, 'Invalid emoji type.'],
      [custom, 'Invalid custom emoji'],
      [{ ...extra, emoji_code: 'loom' }, 'Invalid emoji code'],
      [{ ...extra, emoji_name: 'loom' }, 'Invalid emoji name'],
    ] as const)
      await refused(world, 'eve', 'post', id, params, msg);
    const missing = await world.as('eve').post(path(id));
    assert.equal(missing.json.code, 'REQUEST_VARIABLE_MISSING');
    const neither = 'At least one of the following arguments must be present: emoji_name, emoji_code';
    await refused(world, 'eve', 'delete', id, {}, neither);
    assert.deepEqual(await reactionsTo(world, 'eve', id), []);
    assert.deepEqual(await queue.received(), []);
  });

  test('A reaction joins an existing one under its name', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await react(world, 'eve', id, { emoji_name: 'thumbs_up' });
    await react(world, 'dan', id, { emoji_name: '+1' });
    const shown = await reactionsTo(world, 'ada', id);
    assert.deepEqual(
      shown.map((one) => one.emoji_name),
      ['thumbs_up', 'thumbs_up'],
    );
  });

  test('A reaction with a built-in emoji has the type with which it was made, or the legacy one for old clients', async (t) => {
    const world = await makeWorld(t, engine);
    const own = { emoji_name: 'heddle', emoji_code: 'heddle' };
    // COMPAT(mobile app): it knows only the one.
    const old = { headers: { 'user-agent': 'ZulipMobile/27.0 (Android 10)' } };
    const [gus, eve] = [new Client(world.url, world.people.gus), new Client(world.url, world.people.eve)];
    const getTypes = (list: { reaction_type: string }[]) => list.map((one) => one.reaction_type);
    for (const [given, agent, expected] of [
      [{ ...own, reaction_type: 'zulip_extra_emoji' }, {}, 'zulip_extra_emoji'],
      [{ ...own, reaction_type: 'service_extra_emoji' }, {}, 'service_extra_emoji'],
      [{ emoji_name: 'heddle' }, {}, 'service_extra_emoji'],
      [{ emoji_name: 'heddle' }, old, 'zulip_extra_emoji'],
    ] as const) {
      const id = await say(world, 'dan', 'general', 'lunch');
      const asked = { event_types: ['reaction', 'user_status'], fetch_event_types: [] };
      const { json } = await gus.post('/register', asked, old);
      const modern = await listenAs(world, 'dan', asked);
      assert.equal((await eve.post(`/messages/${id}/reactions`, given, agent)).status, 200);
      assert.equal((await eve.post('/users/me/status', given, agent)).status, 200);
      const both = { emoji_name: 'heddle', reaction_type: 'service_extra_emoji' };
      await react(world, 'ada', id, both);
      const query = { queue_id: json.queue_id as string, last_event_id: -1, dont_block: true };
      const { json: received } = await gus.get('/events', query, old);
      assert.deepEqual(getTypes(received.events), Array(3).fill('zulip_extra_emoji'));
      assert.deepEqual(getTypes(await modern.received()), Array(3).fill(expected));
      const status = `/users/${world.people.eve.id}/status`;
      for (const [reader, type] of [
        [old, 'zulip_extra_emoji'],
        [{}, expected],
      ] as const) {
        const one = await gus.get(`/messages/${id}`, {}, reader);
        assert.deepEqual(getTypes(one.json.message.reactions), [type, type], 'a later one joins the first');
        assert.equal((await gus.get(status, {}, reader)).json.status.reaction_type, type);
      }
      const other = expected === 'zulip_extra_emoji' ? 'service_extra_emoji' : 'zulip_extra_emoji';
      const again = { ...own, reaction_type: other };
      await refused(world, 'eve', 'post', id, again, 'Reaction already exists.', 'REACTION_ALREADY_EXISTS');
      await takeBack(world, 'eve', id, again);
      await takeBack(world, 'ada', id, { emoji_name: 'heddle' });
      assert.deepEqual(await reactionsTo(world, 'gus', id), []);
    }
  });

  test('A reaction with a built-in emoji has the legacy type for clients written for it', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    await react(world, 'eve', id, { emoji_name: 'heddle', reaction_type: 'service_extra_emoji' });
    const gus = new Client(world.url, world.people.gus);
    // COMPAT(Zulip's apps, libraries and bots): their User-Agents, and others that are none of theirs.
    const old =
      'ZulipPython/0.9.1 (Debian; 13), ZulipTerminal/0.7.0, ZulipFlutter/30.0 (iOS 18), ZulipMobile/27.0, ZulipJira';
    const oldInLowerCase =
      'zulip-js/2.1.0, go-zulip/0.2, zulippython/0.8, ZULIP-JS, my-zulip-bot/1.0 node/24';
    const programs = {
      zulip_extra_emoji: [...old.split(', '), ...oldInLowerCase.split(', ')],
      service_extra_emoji: ['Mozilla/5.0 (X11; Linux) zulip', 'curl/8.1', 'heddle-bot/1.0 (not zulip)'],
    };
    for (const [type, userAgents] of Object.entries(programs))
      for (const userAgent of userAgents) {
        const { json } = await gus.get(`/messages/${id}`, {}, { headers: { 'user-agent': userAgent } });
        assert.equal(json.message.reactions[0].reaction_type, type, userAgent);
      }
  });

  test('A reaction names its user twice for the terminal client, which requires it, and once for others', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const eve = new Client(world.url, world.people.eve);
    const listen = async (name: string) => {
      const agent = { headers: { 'user-agent': `${name}/0.7.0 Linux` } };
      const { json } = await eve.post('/register', { event_types: ['reaction'] }, agent);
      return { queue_id: json.queue_id as string, last_event_id: -1, dont_block: true };
    };
    // COMPAT(zulip-terminal): what it does with reactions has looked for that since its first releases.
    const terminal = await listen('ZulipTerminal');
    // COMPAT(python bots): they need nothing of it.
    const bot = await listen('ZulipPython');
    await react(world, 'dan', id, { emoji_name: 'heddle' });
    await takeBack(world, 'dan', id, { emoji_name: 'heddle' });
    const userId = world.people.dan.id;
    for (const [query, user] of [
      [terminal, { user_id: userId, email: 'dan@example.com', full_name: 'Dan Ito' }],
      [bot, undefined],
    ] as const) {
      const { json } = await eve.get('/events', query);
      const notified = ['zulip_extra_emoji', userId, user];
      const received = json.events as JsonValue[];
      assert.deepEqual(
        received.map((event) => [event.reaction_type, event.user_id, event.user]),
        [notified, notified],
      );
    }
  });

  test('A reaction is emitted to subscribers or participants and to its user', async (t) => {
    const world = await makeWorld(t, engine);
    const [open, early] = [await say(world, 'ada', 'lounge', 'a'), await say(world, 'dan', 'vault', 'keys')];
    await addMembers(world, world.channels.vault, [world.people.eve.id]);
    const whisper = await sendDirect(world, 'dan', ['gus']);
    const queues = new Map<Name, Awaited<ReturnType<typeof listenAs>>>();
    for (const name of names) queues.set(name, await listenAs(world, name, { event_types: ['reaction'] }));
    const receivers = async () => {
      const received: Record<string, JsonValue[]> = {};
      for (const [name, queue] of queues) {
        const events = await queue.received();
        if (events.length > 0) received[name] = events;
      }
      return received;
    };
    await react(world, 'dan', open, { emoji_name: 'tada' });
    await takeBack(world, 'dan', open, { emoji_name: 'tada' });
    const received = await receivers();
    assert.deepEqual(Object.keys(received), ['ada', 'dan', 'eve']);
    const common = { type: 'reaction', message_id: open, ...tada, user_id: world.people.dan.id };
    assert.deepEqual(
      received.ada?.map(({ id: _, ...event }: { id: number }) => event),
      [
        { ...common, op: 'add' },
        { ...common, op: 'remove' },
      ],
    );
    await react(world, 'ada', early, { emoji_name: 'tada' });
    assert.deepEqual(Object.keys(await receivers()), ['ada', 'dan'], 'a protected history');
    await react(world, 'gus', whisper, { emoji_name: 'tada' });
    assert.deepEqual(Object.keys(await receivers()), ['dan', 'gus']);
  });

  test('A reaction reaches who received the message and has left the public channel, if they can still read it', async (t) => {
    const world = await makeWorld(t, engine);
    await addMembers(world, world.channels.general, [world.people.gus.id]);
    const ids = [await say(world, 'ada', 'general', 'a'), await say(world, 'dan', 'vault', 'keys')];
    for (const [who, name] of [
      ['eve', 'general'],
      ['gus', 'general'],
      ['ada', 'vault'],
    ] as const) {
      const { status } = await world.as(who).delete('/users/me/subscriptions', { subscriptions: [name] });
      assert.equal(status, 200, who);
    }
    const later = await say(world, 'ada', 'general', 'b');
    const queues = [];
    for (const who of ['eve', 'gus', 'ada'] as const)
      queues.push(await listenAs(world, who, { event_types: ['reaction'] }));
    for (const id of [...ids, later]) await react(world, 'dan', id, { emoji_name: 'tada' });
    const received = await Promise.all(queues.map((queue) => queue.received()));
    assert.deepEqual(
      received.map((events) => events.map((event) => event.message_id)),
      [[ids[0]], [], [ids[0], later]],
    );
  });

  test('A reaction is refused for inaccessible messages, those of other organizations and in archived channels', async (t) => {
    const world = await makeWorld(t, engine);
    const theirs = await sayElsewhere(world, await addOrganization(world));
    const secret = await say(world, 'dan', 'vault', 'keys');
    const whisper = await sendDirect(world, 'dan', ['eve']);
    const id = await say(world, 'dan', 'general', 'lunch');
    await react(world, 'eve', id, { emoji_name: 'tada' });
    await setChannel(world, world.channels.general, { is_archived: 1 });
    for (const method of ['post', 'delete'] as const) {
      for (const unread of [secret, whisper, theirs, 0, 99_999])
        await refused(world, 'ben', method, unread, { emoji_name: 'tada' }, 'Invalid message(s)');
      await refused(world, 'eve', method, id, { emoji_name: 'tada' }, 'Invalid message(s)');
      assert.equal((await world.anonymous[method](path(id), { emoji_name: 'tada' })).status, 401);
    }
    assert.deepEqual(await reactionsTo(world, 'dan', secret), []);
    assert.equal((await reactionsTo(world, 'dan', id)).length, 1);
  });

  test('Reactions are limited to a hundred different emoji per message', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch');
    const all = Object.entries(namesByCode()).filter(
      ([code, [name = '']]) => emojiByName(name)?.code === code,
    );
    const some = all.slice(0, 101).map(([, [emoji_name]]) => ({ emoji_name }));
    const last = some.pop();
    for (const params of some) await react(world, 'eve', id, params);
    const text = 'A message has at most 100 different reactions.';
    await refused(world, 'dan', 'post', id, last ?? {}, text);
    await react(world, 'dan', id, some[0] ?? {});
    await takeBack(world, 'eve', id, some[1] ?? {});
    await react(world, 'dan', id, last ?? {});
  });

  test('A reaction is found by has:reaction and deleted with its message', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [id, other] = [
      await say(world, 'dan', 'general', 'lunch'),
      await say(world, 'dan', 'general', 'lunch'),
    ];
    const found = async () => {
      const narrow = [{ operator: 'has', operand: 'reaction' }];
      const params = { anchor: 'newest', num_before: 9, num_after: 0, narrow };
      const { status, json } = await world.as('ada').get('/messages', params);
      assert.equal(status, 200, json.msg);
      return (json.messages as { id: number }[]).map((message) => message.id);
    };
    await react(world, 'eve', id, { emoji_name: 'tada' });
    await react(world, 'gus', id, { emoji_name: 'tada' });
    await react(world, 'eve', other, { emoji_name: 'tada' });
    assert.deepEqual(await found(), [id, other]);
    await takeBack(world, 'eve', id, { emoji_name: 'tada' });
    await takeBack(world, 'eve', other, { emoji_name: 'tada' });
    assert.deepEqual(await found(), [id]);
    assert.equal((await world.as('dan').delete(`/messages/${id}`)).status, 200);
    const { q } = world.app.db.read;
    assert.deepEqual(await q.selectFrom('reaction').selectAll().execute(), []);
  });
});
