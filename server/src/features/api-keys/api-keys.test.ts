import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedApiKey } from '../../../../wire/api-keys.ts';
import { addOrganization } from '../../../../tests/support/change.ts';
import { Client, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { type CreatedKey, makeKey, outOfScope } from '../../../../tests/support/fixtures/api-keys.ts';
import { makeBot, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const list = async (client: Client): Promise<NamedApiKey[]> =>
  (await client.get('/heddle/api_keys')).json.api_keys as NamedApiKey[];

async function register(client: Client, params: Params = {}) {
  const { status, json } = await client.post('/register', { fetch_event_types: [], ...params });
  assert.equal(status, 200, json.msg);
  return { queue_id: json.queue_id, last_event_id: json.last_event_id };
}

const poll = (client: Client, queue: Awaited<ReturnType<typeof register>>) =>
  client.get('/events', { ...queue, dont_block: true });

async function untilHeld(world: World, id: string): Promise<void> {
  while (!world.app.hub.get(id)?.isHeld) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** As if the time until then had passed. */
async function expire(world: World, { id }: CreatedKey, inMs: number): Promise<void> {
  await world.app.db.write(world.orgId, 'system', (tx) =>
    tx.q
      .updateTable('api_key')
      .set({ expires_at: Date.now() + inMs })
      .where('id', '=', id)
      .execute(),
  );
}

onBothEngines('Named API keys', (engine) => {
  test('A named API key is shown once, stored as a hash, and listed beside the account’s own key', async (t) => {
    const world = await makeWorld(t, engine);
    const { id, text, client } = await makeKey(world, 'dan', {
      scopes: ['read', 'send'],
      expires_in_days: 2,
    });
    assert.match(text, /^heddle_[\w-]{43}$/);
    assert.equal((await client.get('/users/me')).json.user_id, world.people.dan.id);
    const [own, named, ...others] = await list(world.as('dan'));
    assert.deepEqual([own?.id, own?.is_legacy, own?.scopes], [null, true, ['full']]);
    assert.deepEqual(
      [named?.id, named?.name, named?.scopes, named?.is_legacy, others.length],
      [id, 'Loom', ['read', 'send'], false, 0],
    );
    assert.equal((named?.expires_at ?? 0) - (named?.created_at ?? 0), 2 * 86_400);
    const row = await world.app.db.read.q
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(text.slice('heddle_'.length)));
    assert.deepEqual((await list(world.as('eve'))).length, 1);
  });

  test('The use of a named API key is noted', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await makeKey(world, 'dan');
    const used = async () => (await list(world.as('dan'))).find(({ is_legacy }) => !is_legacy)?.last_used_at;
    assert.equal(await used(), null);
    await client.get('/users/me');
    while ((await used()) === null) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  test('A named API key works with the address of its account only, and in its organization only', async (t) => {
    const world = await makeWorld(t, engine);
    const { text } = await makeKey(world, 'dan');
    const other = await addOrganization(world);
    const invalid = [401, 'INVALID_API_KEY', 'Invalid API key'];
    const asEve = new Client(world.url, { email: world.people.eve.email, apiKey: text });
    assert.deepEqual(refusal(await asEve.get('/users/me')), invalid);
    const unknown = new Client(world.url, { ...world.people.dan, apiKey: `${text.slice(0, -1)}_` });
    assert.deepEqual(refusal(await unknown.get('/users/me')), invalid);
    const found = await world.app.apiKeys.find(other.orgId, text);
    assert.equal(found, undefined);
  });

  test('A revoked API key stops at once, with its held poll and its queues, and others continue', async (t) => {
    const world = await makeWorld(t, engine);
    const [revoked, kept] = [await makeKey(world, 'dan'), await makeKey(world, 'dan')];
    const [queue, keptQueue] = [await register(revoked.client), await register(kept.client)];
    const held = revoked.client.get('/events', queue);
    await untilHeld(world, queue.queue_id);
    assert.equal((await world.as('eve').delete(`/heddle/api_keys/${revoked.id}`)).status, 400);
    assert.equal((await world.as('dan').delete(`/heddle/api_keys/${revoked.id}`)).status, 200);
    assert.equal((await held).status, 401);
    assert.equal(world.app.hub.get(queue.queue_id), undefined);
    assert.equal((await revoked.client.get('/users/me')).status, 401);
    assert.equal((await poll(kept.client, keptQueue)).status, 200);
    assert.equal((await world.as('dan').get('/users/me')).status, 200);
    assert.equal((await world.as('dan').delete(`/heddle/api_keys/${revoked.id}`)).status, 400);
  });

  test('An expired API key is refused, and a poll that it holds ends when it expires', async (t) => {
    const world = await makeWorld(t, engine);
    const key = await makeKey(world, 'dan', { expires_in_days: 1 });
    await expire(world, key, 400);
    const queue = await register(key.client);
    assert.equal((await key.client.get('/events', queue)).status, 401);
    assert.equal((await key.client.get('/users/me')).status, 401);
    while (world.app.hub.get(queue.queue_id)) await new Promise((resolve) => setTimeout(resolve, 2));
    assert.equal((await list(world.as('dan'))).length, 2);
  });

  test('The event queue of a named API key is for no other credential of the account', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [full, reading] = [await makeKey(world, 'dan'), await makeKey(world, 'dan', { scopes: ['read'] })];
    const queue = await register(full.client);
    const none = [400, 'BAD_EVENT_QUEUE_ID'];
    for (const client of [reading.client, world.as('dan')]) {
      assert.deepEqual(refusal(await poll(client, queue)).slice(0, 2), none);
      assert.deepEqual(refusal(await client.delete('/events', queue)).slice(0, 2), none);
    }
    await world.restart();
    const again = new Client(world.url, { ...world.people.dan, apiKey: reading.text });
    assert.deepEqual(refusal(await poll(again, queue)).slice(0, 2), none);
    const owner = new Client(world.url, { ...world.people.dan, apiKey: full.text });
    assert.equal((await poll(owner, queue)).status, 200);
  });

  test('Deactivating an account revokes its named API keys, also for the time after it is reactivated', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await makeKey(world, 'dan');
    assert.equal((await client.get('/users/me')).status, 200);
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    assert.equal((await client.get('/users/me')).status, 401);
    await world.as('ada').post(`/users/${world.people.dan.id}/reactivate`);
    assert.equal((await client.get('/users/me')).status, 401);
  });

  test('A bot gets named API keys from its owner, and nobody else manages them', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const path = `/heddle/bots/${bot.id}/api_keys`;
    const params = { name: 'CI', scopes: ['send'] };
    const { json } = await world.as('dan').post(path, params);
    const client = new Client(world.url, { email: bot.email, apiKey: json.api_key });
    const message = { type: 'channel', to: 'general', topic: 'builds', content: 'passed' };
    assert.equal((await client.post('/messages', message)).status, 200);
    assert.deepEqual(
      refusal(await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })),
      outOfScope,
    );
    assert.equal((await world.as('eve').get(path)).status, 400);
    assert.equal((await world.as('eve').post(path, params)).status, 400);
    assert.equal((await world.as('eve').delete(`${path}/${String(json.id)}`)).status, 400);
    assert.equal((await world.as('ada').get(path)).json.api_keys.length, 2);
    assert.equal((await world.as('dan').delete(`${path}/${String(json.id)}`)).status, 200);
    assert.equal((await client.get('/users/me')).status, 401);
  });

  test('A named API key gets no email address of a channel, which would outlive it', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await makeKey(world, 'dan');
    const address = `/streams/${world.channels.general}/email_address`;
    for (const response of [await client.get(address), await client.delete(address)])
      assert.deepEqual(refusal(response), outOfScope);
  });

  test('A named API key is made with a name, scopes that go together, and a channel that its owner can read', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = world.as('eve');
    const refused = async (params: Params) => {
      const { status } = await eve.post('/heddle/api_keys', { name: 'Loom', scopes: ['read'], ...params });
      assert.equal(status, 400, JSON.stringify(params));
    };
    await refused({ name: ' ' });
    await refused({ name: 'x'.repeat(61) });
    await refused({ scopes: [] });
    await refused({ scopes: ['write'] });
    await refused({ scopes: ['full', 'read'] });
    await refused({ scopes: ['full', 'lasting_access', 'read'] });
    await refused({ scopes: ['read', 'lasting_access'] });
    await refused({ scopes: ['administer'], channel_id: world.channels.general });
    await refused({ channel_id: world.channels.vault });
    await refused({ expires_in_days: 0 });
    assert.equal(
      (await world.anonymous.post('/heddle/api_keys', { name: 'x', scopes: ['read'] })).status,
      401,
    );
  });
});

onBothEngines('An API key of one channel', (engine) => {
  const inChannel = (world: World, scopes = ['read', 'send']) =>
    makeKey(world, 'dan', { scopes, channel_id: world.channels.general });

  test('An API key of one channel sends there only', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await inChannel(world);
    const to = (to: unknown) =>
      client.post('/messages', { type: 'channel', to, topic: 'lunch', content: 'hi' });
    assert.equal((await to('general')).status, 200);
    assert.equal((await to(world.channels.general)).status, 200);
    assert.deepEqual(refusal(await to('lounge')), outOfScope);
    const direct = { type: 'direct', to: [world.people.dan.id], content: 'hi' };
    assert.deepEqual(refusal(await client.post('/messages', direct)), outOfScope);
  });

  test('An API key of one channel learns no names of others, by links, recipients or narrows', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await inChannel(world);
    const { general, lounge } = world.channels;
    await say(world, 'eve', 'lounge', 'soup');
    const links = ['#**lounge**', '#**lounge>soup**', `${world.url}/#narrow/channel/${lounge}/topic/soup`];
    const content = [...links, '#**general**', `${world.url}/#narrow/channel/${general}`].join('\n\n');
    const sent = await client.post('/messages', { type: 'channel', to: general, topic: 'lunch', content });
    assert.equal(sent.status, 200, sent.json.msg);
    const { json } = await client.get(`/messages/${sent.json.id as number}`);
    const { content: html } = json.message as { content: string };
    const linked = [...html.matchAll(/data-stream-id="(\d+)"/g)].map(([, id]) => Number(id));
    assert.deepEqual([...new Set(linked)], [general], html);
    const asked = (narrow: unknown) =>
      client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    const to = (name: unknown) =>
      client.post('/messages', { type: 'channel', to: name, topic: 'lunch', content: 'hi' });
    assert.deepEqual(refusal(await to('lounge')), refusal(await to('nowhere')));
    assert.deepEqual(refusal(await to(lounge)), refusal(await to(999_999_999)));
    const [other, none] = await Promise.all(
      ['lounge', 'nowhere'].map((operand) => asked([{ operator: 'channel', operand }])),
    );
    assert.equal(other?.status, none?.status);
  });

  test('An API key of one channel reads no other messages, however they are asked for', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await inChannel(world);
    const inside = await say(world, 'eve', 'general', 'lunch', 'soup');
    const outside = await say(world, 'eve', 'lounge', 'lunch', 'soup');
    const direct = await sendDirect(world, 'eve', ['dan'], 'soup');
    for (const narrow of [
      [],
      [{ operator: 'channel', operand: 'lounge' }],
      [{ operator: 'with', operand: outside }],
      [{ operator: 'is', operand: 'dm' }],
      [{ operator: 'dm', operand: [world.people.eve.id] }],
      [{ operator: 'channels', operand: 'public' }],
      [{ operator: 'channel', operand: 'general', negated: true }],
      [{ operator: 'id', operand: direct }],
      [{ operator: 'is', operand: 'unread' }],
      [{ operator: 'sender', operand: world.people.eve.id }],
    ]) {
      const { json } = await client.get('/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow,
      });
      const ids = ((json.messages ?? []) as { id: number }[]).map(({ id }) => id);
      assert.ok(!ids.includes(outside) && !ids.includes(direct), JSON.stringify(narrow));
      if (narrow.length === 0) assert.ok(ids.includes(inside));
    }
    const { json } = await client.get('/messages', { message_ids: [inside, outside, direct] });
    assert.deepEqual(
      json.messages.map(({ id }: { id: number }) => id),
      [inside],
    );
    assert.equal((await client.get(`/messages/${inside}`)).status, 200);
    for (const id of [outside, direct]) assert.equal((await client.get(`/messages/${id}`)).status, 400);
    const { general, lounge } = world.channels;
    assert.equal((await client.get(`/users/me/${general}/topics`)).status, 200);
    assert.deepEqual(refusal(await client.get(`/users/me/${lounge}/topics`)), outOfScope);
    assert.deepEqual(refusal(await client.get(`/streams/${lounge}`)), outOfScope);
    assert.deepEqual(refusal(await client.get('/users')), outOfScope);
  });

  test('An API key of one channel reads nothing of what a message was in another', async (t) => {
    const world = await makeWorld(t, engine);
    const { client } = await inChannel(world);
    const [dan, quietly] = [world.as('dan'), { send_notification_to_old_thread: false }];
    const id = await say(world, 'dan', 'vault', 'a secret topic', 'a secret text');
    for (const change of [
      { content: 'soup' },
      { stream_id: world.channels.general, topic: 'lunch', ...quietly },
      { content: 'salad' },
    ])
      assert.equal((await dan.patch(`/messages/${id}`, change)).status, 200);
    const { message } = (await client.get(`/messages/${id}`)).json;
    assert.deepEqual(
      message.edit_history.map((item: { prev_content?: string }) => item.prev_content),
      ['soup'],
    );
    const { json } = await client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    assert.doesNotMatch(JSON.stringify([message, json]), /a secret/);
    assert.match(JSON.stringify((await dan.get(`/messages/${id}`)).json), /a secret text/);
  });

  test('The event queue of an API key of one channel has its messages only, and no state', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { client, text } = await inChannel(world);
    const { json } = await client.post('/register', { all_public_streams: true });
    assert.equal(json.realm_users, undefined);
    assert.equal(json.subscriptions, undefined);
    const queue = { queue_id: json.queue_id, last_event_id: json.last_event_id };
    const inside = await say(world, 'eve', 'general', 'lunch', 'soup');
    const outside = await say(world, 'eve', 'lounge', 'lunch', 'tea');
    await sendDirect(world, 'eve', ['dan'], 'psst');
    await world.as('eve').patch(`/messages/${inside}`, { content: 'salad' });
    await world.as('eve').patch(`/messages/${outside}`, { content: 'milk' });
    for (const id of [inside, outside])
      await world.as('eve').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await world.as('dan').patch('/settings', { full_name: 'Dan I.' });
    const received = async (from: Client) => {
      const { json: polled } = await poll(from, queue);
      return (polled.events as { type: string; message_id?: number; message?: { id: number } }[]).map(
        ({ type, message, message_id: id }) => [type, message?.id ?? id],
      );
    };
    const expected = [
      ['message', inside],
      ['update_message', inside],
      ['reaction', inside],
    ];
    assert.deepEqual(await received(client), expected);
    await world.restart();
    assert.deepEqual(await received(new Client(world.url, { ...world.people.dan, apiKey: text })), expected);
  });
});
