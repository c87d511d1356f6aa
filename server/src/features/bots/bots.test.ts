import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAccount, makeBot, hook, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { addOrganization, addPerson, deactivate } from '../../../../tests/support/change.ts';
import type { Client, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, type Name } from '../../../../tests/support/world.ts';
import { setGrant } from '../../core/users/grants.ts';

onBothEngines('GET /bots', (engine) => {
  test('GET /bots returns the caller’s own active bots with their API keys', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const ended = await makeBot(world, 'dan', { full_name: 'Ended', short_name: 'ended' });
    await makeBot(world, 'eve', { full_name: 'Hers', short_name: 'hers' });
    await deactivate(world, ended.id);
    assert.deepEqual((await world.as('dan').get('/bots')).json.bots, [
      {
        user_id: bot.id,
        username: bot.email,
        full_name: 'The Weaver',
        api_key: bot.apiKey,
        avatar_url: `/avatar/${bot.id}?version=1`,
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    ]);
    assert.deepEqual((await world.as('ada').get('/bots')).json.bots, []);
    assert.equal((await world.as('gus').get('/bots')).status, 400);
    assert.equal((await world.as(bot).get('/bots')).status, 400);
  });
});

onBothEngines('A registration', (engine) => {
  test('A registration contains bots for owners and administrators, without API keys', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', hook);
    for (const [who, ids] of [
      ['dan', [bot.id]],
      ['ben', [bot.id]],
      ['ada', [bot.id]],
      ['cleo', []],
      ['gus', []],
    ] as const) {
      const { json } = await world.as(who).post('/register', {});
      assert.deepEqual(
        json.realm_bots.map(({ user_id }: { user_id: number }) => user_id),
        ids,
        who,
      );
      assert.ok(!JSON.stringify(json).includes(bot.apiKey));
    }
  });
});

onBothEngines('PATCH /bots/{bot_id}', (engine) => {
  test('PATCH /bots/{bot_id} changes the given fields and returns the bot', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { ...hook, default_sending_stream: 'general' });
    const { status, json } = await world.as('dan').patch(`/bots/${bot.id}`, {
      full_name: 'The Spinner',
      short_name: 'spinner',
      default_sending_stream: '',
      default_events_register_stream: 'lounge',
      default_all_public_streams: true,
      service_payload_url: 'https://example.com/other',
      service_interface: 2,
      config_data: { key: 'value' },
    });
    assert.equal(status, 200, json.msg);
    const { result: _, msg: __, ...response } = json;
    assert.deepEqual(response, {
      full_name: 'The Spinner',
      avatar_url: `/avatar/${bot.id}?version=1`,
      service_interface: 2,
      service_payload_url: 'https://example.com/other',
      config_data: { key: 'value' },
      default_sending_stream: null,
      default_events_register_stream: 'lounge',
      default_all_public_streams: true,
      bot_owner: world.people.dan.email,
    });
    const known = await getAccount(world, bot);
    assert.deepEqual(
      [known.full_name, known.email],
      ['The Spinner', `spinner-bot@${new URL(world.url).hostname}`],
    );
  });

  test('PATCH /bots/{bot_id} emits the changed fields, and nothing without changes', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const types = { event_types: ['realm_bot', 'realm_user'] };
    const dan = await listen(world.as('dan'), types);
    const eve = await listen(world.as('eve'), types);
    await world.as('dan').patch(`/bots/${bot.id}`, { default_all_public_streams: false });
    assert.deepEqual(await dan.received(), []);
    await world.as('dan').patch(`/bots/${bot.id}`, { default_all_public_streams: true });
    const [event, ...others] = await dan.received();
    assert.deepEqual(
      [event.op, event.bot],
      ['update', { user_id: bot.id, default_all_public_streams: true }],
    );
    assert.deepEqual([...others, ...(await eve.received())], []);
  });

  test('PATCH /bots/{bot_id} requires the owner or an administrator', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const change = (client: Client, full_name: string) => client.patch(`/bots/${bot.id}`, { full_name });
    const forbidden = [400, 'BAD_REQUEST', 'Insufficient permission'];
    assert.deepEqual(refusal(await change(world.as('eve'), 'No')), forbidden);
    assert.deepEqual(refusal(await change(world.as('cleo'), 'No')), forbidden);
    assert.equal((await change(world.as('gus'), 'No')).json.msg, 'Not allowed for guest users');
    assert.equal((await world.as('gus').delete(`/bots/${bot.id}`)).json.msg, 'Insufficient permission');
    assert.equal((await change(world.as(bot), 'No')).status, 400);
    assert.equal((await change(world.anonymous, 'No')).status, 401);
    assert.equal((await getAccount(world, bot)).full_name, 'The Weaver');
    for (const who of ['dan', 'ben', 'ada'] as const)
      assert.equal((await change(world.as(who), `By ${who}`)).status, 200);
    assert.equal((await getAccount(world, bot)).full_name, 'By ada');
  });

  test('PATCH /bots/{bot_id} refuses users, system bots and bots of other organizations', async (t) => {
    const world = await makeWorld(t, engine);
    const { ownerId } = await addOrganization(world);
    const { json } = await world.as('ada').post('/register', { fetch_event_types: ['realm_user'] });
    const [systemBot]: { user_id: number }[] = json.cross_realm_bots;
    for (const id of [world.people.dan.id, systemBot?.user_id ?? 0, ownerId, 99_999]) {
      const none = [400, 'BAD_REQUEST', 'No such bot'];
      assert.deepEqual(refusal(await world.as('ada').patch(`/bots/${id}`, { full_name: 'Xylo' })), none);
      assert.deepEqual(refusal(await world.as('ada').delete(`/bots/${id}`)), none);
      assert.deepEqual(refusal(await world.as('ada').get(`/bots/${id}/api_key`)), none);
      assert.deepEqual(refusal(await world.as('ada').post(`/bots/${id}/api_key/regenerate`)), none);
    }
    const odd = await world.as('ada').patch('/bots/weaver', { full_name: 'Xylo' });
    assert.notEqual(odd.status, 200);
  });

  test('PATCH /bots/{bot_id} lets administrators change the owner to an eligible user', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const give = (who: Name, bot_owner_id: number) =>
      world.as(who).patch(`/bots/${bot.id}`, { bot_owner_id });
    const { eve, gus, dan } = world.people;
    assert.deepEqual(refusal(await give('dan', eve.id)), [
      403,
      'UNAUTHORIZED_PRINCIPAL',
      'Must be an organization administrator',
    ]);
    const { ownerId } = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    for (const [id, why] of [
      [ownerId, 'no such user'],
      [99_999, 'no such user'],
      [gone.id, 'user is deactivated'],
      [bot.id, "bots can't own other bots"],
      [gus.id, "guests can't own bots"],
    ] as const)
      assert.equal((await give('ben', id)).json.msg, `Failed to change owner, ${why}`);
    assert.equal((await getAccount(world, bot)).bot_owner_id, dan.id);
    const types = { event_types: ['realm_bot'] };
    const [before, after, ben] = await Promise.all(
      (['dan', 'eve', 'ben'] as const).map((who) => listen(world.as(who), types)),
    );
    assert.equal((await give('ben', eve.id)).status, 200);
    assert.deepEqual(
      ((await before?.received()) ?? []).map(({ op, bot: { user_id } }) => [op, user_id]),
      [['delete', bot.id]],
    );
    assert.deepEqual(
      ((await after?.received()) ?? []).map(({ op, bot: { user_id } }) => [op, user_id]),
      [['add', bot.id]],
    );
    assert.deepEqual(await ben?.received(), []);
    assert.equal((await world.as('dan').get(`/bots/${bot.id}/api_key`)).status, 400);
    const { json } = await world.as('eve').get(`/bots/${bot.id}/api_key`);
    assert.equal((await world.as({ ...bot, apiKey: json.api_key as string }).get('/users/me')).status, 200);
  });

  test('PATCH /bots/{bot_id} changes roles as for users, and protects owner bots from administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const setTo = (who: Name, role: number) => world.as(who).patch(`/bots/${bot.id}`, { role });
    assert.equal((await setTo('dan', 200)).json.code, 'UNAUTHORIZED_PRINCIPAL');
    assert.equal((await setTo('ben', 100)).json.msg, 'Must be an organization owner');
    assert.equal((await setTo('ben', 150)).status, 400);
    assert.equal((await setTo('ben', 300)).status, 200);
    assert.equal((await getAccount(world, bot)).role, 300);
    assert.equal((await setTo('ada', 100)).status, 200);
    for (const ask of [
      setTo('ben', 400),
      world.as('ben').get(`/bots/${bot.id}/api_key`),
      world.as('ben').post(`/bots/${bot.id}/api_key/regenerate`),
      world.as('ben').delete(`/bots/${bot.id}`),
    ])
      assert.equal((await ask).json.msg, 'Must be an organization owner');
  });

  test('PATCH /bots/{bot_id} lowers the role to that of the new owner unless a role is given', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve } = world.people;
    const bot = await makeBot(world, 'ben');
    const change = (params: Params) => world.as('ben').patch(`/bots/${bot.id}`, params);
    assert.equal((await change({ role: 200 })).status, 200);
    const queue = await listen(world.as('gus'), { event_types: ['realm_user'] });
    assert.equal((await change({ bot_owner_id: dan.id })).status, 200);
    assert.deepEqual(
      (await queue.received()).map(({ person }) => person),
      [
        { user_id: bot.id, bot_owner_id: dan.id },
        { user_id: bot.id, role: 400 },
      ],
    );
    assert.notEqual((await world.as(bot).patch(`/users/${dan.id}`, { role: 200 })).status, 200);
    assert.equal((await change({ bot_owner_id: world.people.ben.id })).status, 200);
    assert.equal((await getAccount(world, bot)).role, 400);
    assert.equal((await change({ bot_owner_id: eve.id, role: 300 })).status, 200);
    assert.equal((await getAccount(world, bot)).role, 300);
  });

  test('PATCH /bots/{bot_id} is atomic', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const asked: [Params, string][] = [
      [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
      [{ service_interface: 7 }, 'Invalid interface type'],
      [
        { service_payload_url: 'https://example.com' },
        'Only outgoing webhooks have a payload URL and an interface.',
      ],
      [{ bot_owner_id: 99_999 }, 'Failed to change owner, no such user'],
      [{ short_name: '(' }, 'Bad name or username'],
    ];
    for (const [params, message] of asked) {
      const reply = await world.as('ada').patch(`/bots/${bot.id}`, { full_name: 'Changed', ...params });
      assert.deepEqual(refusal(reply), [400, 'BAD_REQUEST', message]);
    }
    assert.equal((await getAccount(world, bot)).full_name, 'The Weaver');
  });
});

onBothEngines('API keys of bots', (engine) => {
  test('The API key of a bot is shown to its owner and to administrators only', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const ask = (who: Name) => world.as(who).get(`/bots/${bot.id}/api_key`);
    for (const who of ['dan', 'ben', 'ada'] as const) assert.equal((await ask(who)).json.api_key, bot.apiKey);
    for (const who of ['eve', 'cleo', 'gus'] as const) {
      const { status, json } = await ask(who);
      assert.equal(status, 400);
      assert.equal(json.api_key, undefined);
    }
  });

  test('A regenerated API key of a bot invalidates the old one', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const { json: queue } = await world.as(bot).post('/register', { event_types: ['message'] });
    const path = `/bots/${bot.id}/api_key/regenerate`;
    assert.equal((await world.as('eve').post(path)).status, 400);
    assert.equal((await world.as(bot).get('/users/me')).status, 200);
    const { json } = await world.as('dan').post(path);
    assert.match(String(json.api_key), /^[A-Za-z0-9]{32}$/);
    assert.equal((await world.as(bot).get('/users/me')).status, 401);
    const renewed = world.as({ ...bot, apiKey: json.api_key });
    const polled = await renewed.get('/events', {
      queue_id: queue.queue_id,
      last_event_id: -1,
      dont_block: true,
    });
    assert.equal(polled.json.code, 'BAD_EVENT_QUEUE_ID');
  });
});

onBothEngines('DELETE /bots/{bot_id}', (engine) => {
  test('DELETE /bots/{bot_id} deactivates a bot, for its owner and administrators, until it is reactivated', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    for (const who of ['eve', 'cleo', 'gus'] as const)
      assert.equal((await world.as(who).delete(`/bots/${bot.id}`)).status, 400);
    assert.equal((await world.as(bot).delete(`/bots/${bot.id}`)).status, 400);
    assert.equal((await world.as(bot).get('/users/me')).status, 200);
    const eve = await listen(world.as('eve'), { event_types: ['realm_user'] });
    assert.equal((await world.as('dan').delete(`/bots/${bot.id}`)).status, 200);
    assert.equal((await world.as(bot).get('/users/me')).status, 401);
    const notified = await eve.received();
    assert.deepEqual(
      notified.map(({ person }) => person),
      [{ user_id: bot.id, is_active: false }],
    );
    assert.equal((await world.as('dan').delete(`/bots/${bot.id}`)).status, 200);
    assert.deepEqual(await eve.received(), []);
    const namesake = await makeBot(world, 'eve', { short_name: 'other' });
    const taken = await world.as('ben').post(`/users/${bot.id}/reactivate`);
    assert.equal(taken.json.msg, 'Name is already in use!');
    await world.as('eve').delete(`/bots/${namesake.id}`);
    assert.equal((await world.as('ben').post(`/users/${bot.id}/reactivate`)).status, 200);
    assert.equal((await world.as(bot).get('/users/me')).status, 200);
  });

  test('Administrators get no key of a bot that can do more than they, also if they reactivate it', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    await world.app.db.write(world.orgId, 'system', (tx) => setGrant(tx, bot.id, 'can_create_users', true));
    const path = `/users/${bot.id}/reactivate`;
    assert.equal((await world.as('ben').delete(`/users/${world.people.dan.id}`)).status, 200);
    const refused = await world.as('ben').post(path);
    assert.deepEqual(refusal(refused), [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner']);
    assert.notEqual((await world.as('ben').get(`/bots/${bot.id}/api_key`)).status, 200);
    assert.equal((await world.as('ada').post(path)).status, 200);
    assert.equal((await world.as('ada').get(`/bots/${bot.id}/api_key`)).status, 200);
    assert.notEqual((await world.as('ben').get(`/bots/${bot.id}/api_key`)).status, 200);
  });

  test('Deactivating a user deactivates their bots', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    assert.equal((await world.as('ada').delete(`/users/${world.people.dan.id}`)).status, 200);
    assert.equal((await world.as(bot).get('/users/me')).status, 401);
  });

  test('Bots get their type and owner from GET /users/me', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 1 });
    const { json } = await world.as(bot).get('/users/me');
    assert.deepEqual([json.bot_type, json.bot_owner_id], [1, world.people.dan.id]);
    const { json: person } = await world.as('dan').get('/users/me');
    assert.deepEqual(['bot_type' in person, 'bot_owner_id' in person], [false, false]);
  });
});
