import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAccount, makeBot, createBot, hook, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { addPerson, groupId, setOrganization, setRole } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { lowerLimit } from '../../../../tests/support/fixtures/lower-limit.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

onBothEngines('POST /bots', (engine) => {
  test('POST /bots creates a bot that authenticates with its own key and belongs to its creator', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await createBot(world.as('dan'), {
      default_sending_stream: 'general',
      default_all_public_streams: true,
    });
    assert.equal(status, 200);
    const { user_id, api_key, ...rest } = json;
    assert.deepEqual(rest, {
      result: 'success',
      msg: '',
      avatar_url: `/avatar/${user_id}?version=1`,
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: true,
    });
    const email = `weaver-bot@${new URL(world.url).hostname}`;
    const bot = world.as({ id: user_id, email, apiKey: api_key });
    const { json: own } = await bot.get('/users/me');
    assert.deepEqual([own.email, own.is_bot, own.role, own.full_name], [email, true, 400, 'The Weaver']);
    const known = await getAccount(world, { id: user_id, email, apiKey: '' });
    assert.deepEqual([known.bot_type, known.bot_owner_id], [1, world.people.dan.id]);
    assert.equal((await bot.get('/users/me/subscriptions')).json.subscriptions.length, 0);
  });

  test('POST /bots creates incoming and outgoing webhook bots, the latter with a token', async (t) => {
    const world = await makeWorld(t, engine);
    const incoming = await makeBot(world, 'dan', { bot_type: 2 });
    assert.equal((await getAccount(world, incoming)).bot_type, 2);
    const params = { ...hook, short_name: 'hooked', full_name: 'Hooked', interface_type: 2 };
    const outgoing = await makeBot(world, 'dan', params);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm_bot'] });
    const [, service] = json.realm_bots.map(
      (bot: { user_id: number; services: Params[] }) => bot.services[0],
    );
    assert.deepEqual([service?.base_url, service?.interface], ['https://example.com/hook', 2]);
    assert.match(String(service?.token), /^[A-Za-z0-9]{32}$/);
    assert.notEqual(service?.token, outgoing.apiKey);
  });

  test('POST /bots accepts a payload URL quoted as JSON', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { ...hook, payload_url: '"https://example.com/quoted"' });
    const { json } = await world.as('dan').patch(`/bots/${bot.id}`);
    assert.equal(json.service_payload_url, 'https://example.com/quoted');
  });

  test('POST /bots refuses invalid types, names, URLs and settings', async (t) => {
    const world = await makeWorld(t, engine);
    const noUrl = 'Invalid payload_url: Value error, Not a URL';
    const asked: [Params, string, string][] = [
      [{ bot_type: 4, service_name: 'converter' }, 'BAD_REQUEST', 'Invalid embedded bot name.'],
      [{ bot_type: 5 }, 'BAD_REQUEST', 'Invalid bot type'],
      [{ bot_type: 0 }, 'BAD_REQUEST', 'Invalid bot type'],
      [{ bot_type: 'three' }, 'BAD_REQUEST', 'bot_type is not valid JSON'],
      [{ bot_type: 2, service_name: 'github' }, 'BAD_REQUEST', "Invalid integration 'github'."],
      [{ bot_type: 3 }, 'REQUEST_VARIABLE_MISSING', "Missing 'payload_url' argument"],
      [{ ...hook, payload_url: 'file:///etc' }, 'BAD_REQUEST', noUrl],
      [{ ...hook, payload_url: 'http://a:b@c' }, 'BAD_REQUEST', noUrl],
      [{ ...hook, interface_type: 3 }, 'BAD_REQUEST', 'Invalid interface type'],
      [{ short_name: ' ' }, 'BAD_REQUEST', 'Bad name or username'],
      [{ short_name: 'two words' }, 'BAD_REQUEST', 'Bad name or username'],
      [{ short_name: 'a@b' }, 'BAD_REQUEST', 'Bad name or username'],
      [{ full_name: '' }, 'BAD_REQUEST', 'Name too short!'],
      [{ full_name: 'x'.repeat(101) }, 'BAD_REQUEST', 'Name too long!'],
      [{ full_name: 'A `bot`' }, 'BAD_REQUEST', 'Invalid characters in name!'],
      [{ full_name: 'dan ito' }, 'BAD_REQUEST', 'Name is already in use!'],
      [{ default_sending_stream: 'nowhere' }, 'BAD_REQUEST', "Invalid channel name 'nowhere'"],
      [{ default_events_register_stream: 'design' }, 'BAD_REQUEST', "Invalid channel name 'design'"],
      [
        { config_data: { key: 'x'.repeat(10_000) } },
        'BAD_REQUEST',
        'Cannot store configuration. Request would require 10003 characters. The current configuration size limit is 10000 characters.',
      ],
    ];
    for (const [params, code, message] of asked) {
      const reply = await createBot(world.as('eve'), params);
      assert.equal(reply.status, 400, JSON.stringify(params));
      assert.equal(reply.json.code, code, JSON.stringify([params, reply.json]));
      assert.equal(reply.json.msg, message);
    }
    for (const params of [{ short_name: undefined }, { full_name: undefined }])
      assert.equal((await createBot(world.as('eve'), params)).json.code, 'REQUEST_VARIABLE_MISSING');
    assert.deepEqual((await world.as('eve').get('/bots')).json.bots, []);
  });

  test('POST /bots refuses duplicate emails and names', async (t) => {
    const world = await makeWorld(t, engine);
    await makeBot(world, 'dan');
    const again = await createBot(world.as('eve'), { full_name: 'Other', short_name: 'WEAVER' });
    assert.deepEqual(refusal(again), [400, 'BAD_REQUEST', 'Email is already in use.']);
    const alike = await createBot(world.as('eve'), { full_name: 'the weaver', short_name: 'other' });
    assert.deepEqual(refusal(alike), [400, 'BAD_REQUEST', 'Name is already in use!']);
  });

  test('POST /bots requires the organization’s permission, and refuses guests and bots', async (t) => {
    const world = await makeWorld(t, engine);
    const nobody = await groupId(world, 'role:nobody');
    const moderators = await groupId(world, 'role:moderators');
    assert.deepEqual(refusal(await createBot(world.as('gus'))), [
      400,
      'BAD_REQUEST',
      'Not allowed for guest users',
    ]);
    assert.equal((await createBot(world.anonymous)).status, 401);
    const bot = await addPerson(world, 'robot', { botOwner: 'dan' });
    const refused = [400, 'BAD_REQUEST', 'This endpoint does not accept bot requests.'];
    assert.deepEqual(refusal(await createBot(world.as(bot))), refused);
    await setRole(world, bot.id, 200);
    assert.deepEqual(refusal(await createBot(world.as(bot))), refused);
    await setOrganization(world, {
      can_create_bots_group: moderators,
      can_create_write_only_bots_group: nobody,
    });
    const forbidden = [400, 'BAD_REQUEST', 'Insufficient permission'];
    for (const bot_type of [1, 2])
      assert.deepEqual(refusal(await createBot(world.as('dan'), { bot_type })), forbidden);
    await makeBot(world, 'cleo');
    await setOrganization(world, {
      can_create_bots_group: nobody,
      can_create_write_only_bots_group: moderators,
    });
    assert.deepEqual(
      refusal(await createBot(world.as('ada'), { full_name: 'Newt', short_name: 'n' })),
      forbidden,
    );
    await makeBot(world, 'cleo', { bot_type: 2, full_name: 'Wasp', short_name: 'w' });
  });

  test('Nobody comes to own more active bots than the limit, by reactivation or a new owner either', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    await world.as('dan').delete(`/bots/${bot.id}`);
    await makeBot(world, 'dan', { full_name: 'Another', short_name: 'another' });
    const other = await makeBot(world, 'eve', { full_name: 'Third', short_name: 'third' });
    lowerLimit(t, 'bots.too-many', 1);
    const tooMany = [400, 'BAD_REQUEST', 'A person can have at most 1 active bots.'];
    const ben = world.as('ben');
    assert.deepEqual(refusal(await ben.post(`/users/${bot.id}/reactivate`)), tooMany);
    const given = await ben.patch(`/bots/${other.id}`, { bot_owner_id: world.people.dan.id });
    assert.deepEqual(refusal(given), tooMany);
    assert.equal((await getAccount(world, other)).bot_owner_id, world.people.eve.id);
  });

  test('POST /bots emits the user to everyone, and the bot to its owner and administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const types = { event_types: ['realm_bot', 'realm_user'] };
    const [ben, dan, eve] = await Promise.all(
      (['ben', 'dan', 'eve'] as const).map((who) => listen(world.as(who), types)),
    );
    const bot = await makeBot(world, 'dan', hook);
    const kinds = (events: { type: string; op: string }[]) => events.map(({ type, op }) => `${type}/${op}`);
    const received = (await dan?.received()) ?? [];
    assert.deepEqual(kinds(received), ['realm_user/add', 'realm_bot/add']);
    assert.equal(received[0].person.user_id, bot.id);
    assert.deepEqual(Object.keys(received[1].bot).sort(), [
      'default_all_public_streams',
      'default_events_register_stream',
      'default_sending_stream',
      'services',
      'user_id',
    ]);
    assert.deepEqual(kinds((await ben?.received()) ?? []), ['realm_user/add', 'realm_bot/add']);
    const others = (await eve?.received()) ?? [];
    assert.deepEqual(kinds(others), ['realm_user/add']);
    assert.ok(!JSON.stringify([received, others]).includes(bot.apiKey));
  });
});
