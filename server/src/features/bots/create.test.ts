import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'node:test';
import { getAccount, makeBot, createBot, hook, refusal } from '../../../../tests/support/fixtures/bots.ts';
import { addPerson, groupId, setOrganization, setRole } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { lowerLimit } from '../../../../tests/support/fixtures/lower-limit.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { readdirSync } from 'node:fs';
import { open, storedFiles } from '../../../../tests/support/files.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';

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

/** A multipart body: parameters, and so many files. */
async function send(
  world: World,
  who: Name,
  [method, path]: ['POST' | 'PATCH', string],
  params: Record<string, string>,
  contents: readonly (string | Uint8Array<ArrayBuffer>)[],
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(params)) body.set(name, value);
  for (const [i, content] of contents.entries())
    body.set(`file-${i}`, new File([content], 'bot.png', { type: 'image/png' }));
  return world.as(who).send(method, path, { body });
}

const weaver = { full_name: 'The Weaver', short_name: 'weaver' };

const widthAt = async (world: World, url: string): Promise<number> =>
  (await sharp(Buffer.from(await (await open(world, 'eve', url)).arrayBuffer())).metadata()).width;

const getSource = async (world: World, id: number): Promise<unknown> =>
  world.app.organizations.cache(world.orgId).then(({ users }) => users.get(id)?.avatarSource);

onBothEngines('Avatars of bots', (engine) => {
  test('A bot’s avatar can be uploaded at creation and is visible to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user'] });
    const { status, json } = await send(world, 'dan', ['POST', '/bots'], weaver, [await picture(40, 30)]);
    assert.equal(status, 200, json.msg);
    const url: string = json.avatar_url;
    assert.equal(await widthAt(world, url), 100);
    const { user } = (await world.as('gus').get(`/users/${json.user_id}`)).json;
    assert.equal(user.avatar_url, url);
    const last: { avatar_url?: string } = (await gus.received()).at(-1)?.person;
    assert.equal(last.avatar_url, url);
  });

  test('A bot’s avatar can be changed by its owner and administrators, with other fields or alone', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = await makeBot(world, 'dan');
    const path = `/bots/${id}`;
    const first = await send(world, 'dan', ['PATCH', path], { full_name: 'Weft' }, [await picture(8, 8)]);
    assert.deepEqual([first.status, first.json.full_name], [200, 'Weft']);
    const second = await send(world, 'ben', ['PATCH', path], {}, [await picture(9, 9)]);
    assert.equal(second.status, 200, second.json.msg);
    assert.notEqual(second.json.avatar_url, first.json.avatar_url);
    assert.equal((await world.as('dan').patch(path)).json.avatar_url, second.json.avatar_url);
    await world.app.jobs.runDue();
    assert.equal(storedFiles(world).length, 2, 'of the first picture nothing is left');
  });

  test('A bot’s avatar is accepted in a POST with method=PATCH, and discarded where no method takes a file', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = await makeBot(world, 'dan');
    const path = `/bots/${id}`;
    const changed = await send(world, 'dan', ['POST', path], { method: 'PATCH' }, [await picture(40, 30)]);
    assert.equal(changed.status, 200, changed.json.msg);
    assert.equal(await widthAt(world, changed.json.avatar_url), 100);
    const incoming = () => readdirSync(world.app.files.incoming.folder);
    for (const [params, status] of [
      [{}, 405],
      [{ method: 'GET' }, 405],
      [{ method: 'PUT' }, 405],
    ] as const) {
      const refused = await send(world, 'dan', ['POST', path], params, [await picture(8, 8)]);
      assert.equal(refused.status, status);
      assert.deepEqual(incoming(), []);
    }
    const asQuery = await send(world, 'dan', ['POST', '/bots?method=PATCH'], weaver, [await picture(8, 8)]);
    assert.deepEqual([asQuery.status, incoming()], [400, []]);
    const body = new FormData();
    body.set('file', new File(['x'], 'bot.png'));
    assert.equal((await world.anonymous.send('POST', path, { body })).status, 401, 'unread');
    assert.deepEqual(incoming(), []);
  });

  test('A bot’s avatar is refused from others, or when it is not exactly one image', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { id } = await makeBot(world, 'dan');
    const path = `/bots/${id}`;
    const one = await picture(8, 8);
    const wrong: [Name, (string | Uint8Array<ArrayBuffer>)[], number, string][] = [
      ['eve', [one], 400, 'Insufficient permission'],
      ['dan', [one, one], 400, 'You may only upload one file at a time'],
      ['dan', ['no picture'], 400, 'Could not decode image; did you upload an image file?'],
      [
        'dan',
        [new Uint8Array(5 * 1024 * 1024 + 1)],
        400,
        'Uploaded file is larger than the allowed limit of 5 MiB',
      ],
    ];
    for (const [who, files, status, msg] of wrong) {
      const refused = await send(world, who, ['PATCH', path], { full_name: 'Changed' }, files);
      assert.deepEqual([refused.status, refused.json.msg], [status, msg]);
    }
    assert.equal((await world.as('dan').patch(path)).json.full_name, 'The Weaver');
    assert.equal(await getSource(world, id), 'J');
    const other = { full_name: 'Other', short_name: 'other' };
    const { status } = await send(world, 'dan', ['POST', '/bots'], other, ['no picture']);
    assert.equal(status, 400);
    assert.equal((await world.as('dan').get('/bots')).json.bots.length, 1);
    assert.deepEqual(storedFiles(world), []);
  });
});
