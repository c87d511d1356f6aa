import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import {
  addChannel,
  addGroup,
  addMembers,
  addOrganization,
  addPerson,
  setChannel,
} from '../../../../tests/support/change.ts';
import type { Account, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

async function listed(world: World, who: Name | Account, params: Params = {}): Promise<string[]> {
  const { status, json } = await world.as(who).get('/streams', params);
  assert.equal(status, 200, json.msg);
  return (json.streams as { name: string }[]).map(({ name }) => name);
}

/** Everything off, so that each flag shows what it alone brings. */
const none = { include_public: false, include_subscribed: false };

/** The cast's channels and more: an archived one, a web-public one, and one that a group may come into. */
async function moreChannels(world: World): Promise<void> {
  await setChannel(world, await addChannel(world, { name: 'attic' }), { is_archived: 1 });
  await setChannel(world, await addChannel(world, { name: 'window' }), { is_web_public: 1 });
  const club = await addGroup(world, 'club', [world.people.eve.id, world.people.gus.id]);
  await addChannel(world, { name: 'club', isPrivate: true, permissions: { can_subscribe_group: club } });
}

onBothEngines('The channel list', (engine) => {
  test('The channel list contains public channels and subscribed ones', async (t) => {
    const world = await makeWorld(t, engine);
    await moreChannels(world);
    const open = ['general', 'lounge', 'window'];
    const own = ['design', 'general', 'lounge', 'vault', 'window'];
    assert.deepEqual(await listed(world, 'ada'), own);
    assert.deepEqual(await listed(world, 'ben'), open);
    assert.deepEqual(await listed(world, 'cleo'), ['design', ...open]);
    assert.deepEqual(await listed(world, 'dan'), own);
    assert.deepEqual(await listed(world, 'eve'), open);
    assert.deepEqual(await listed(world, 'gus'), ['general']);
  });

  test('The channel list is empty when every type is excluded', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of names) assert.deepEqual(await listed(world, who, none), []);
  });

  const single: [flag: string, expected: Partial<Record<Name, string[]>>][] = [
    [
      'include_public',
      { ada: ['general', 'lounge', 'window'], eve: ['general', 'lounge', 'window'], gus: [] },
    ],
    ['include_web_public', { ada: ['window'], gus: ['window'] }],
    [
      'include_subscribed',
      { ada: ['design', 'general', 'lounge', 'vault'], eve: ['general', 'lounge'], gus: ['general'] },
    ],
    ['include_default', { ada: ['general'], eve: ['general'], gus: ['general'] }],
    ['include_owner_subscribed', { ada: [], gus: [] }],
    [
      'include_can_access_content',
      {
        ada: ['design', 'general', 'lounge', 'vault', 'window'],
        ben: ['general', 'lounge', 'window'],
        eve: ['club', 'general', 'lounge', 'window'],
        gus: ['general', 'window'],
      },
    ],
    [
      'include_all',
      {
        ben: ['club', 'design', 'general', 'lounge', 'vault', 'window'],
        cleo: ['design', 'general', 'lounge', 'window'],
        eve: ['club', 'general', 'lounge', 'window'],
        gus: ['general', 'window'],
      },
    ],
    ['include_all_active', { ben: ['club', 'design', 'general', 'lounge', 'vault', 'window'] }],
  ];
  for (const [flag, expected] of single)
    test(`The channel list with only ${flag} contains the channels of that type`, async (t) => {
      const world = await makeWorld(t, engine);
      await moreChannels(world);
      for (const [who, channels] of Object.entries(expected))
        assert.deepEqual(await listed(world, who as Name, { ...none, [flag]: true }), channels, who);
    });

  test('The channel list contains archived channels on request', async (t) => {
    const world = await makeWorld(t, engine);
    await moreChannels(world);
    const withArchived = { exclude_archived: false };
    assert.deepEqual(await listed(world, 'eve', withArchived), ['attic', 'general', 'lounge', 'window']);
    assert.deepEqual(await listed(world, 'eve', { ...none, ...withArchived }), []);
    assert.deepEqual(await listed(world, 'gus', withArchived), ['general']);
    const all = await listed(world, 'ben', { ...withArchived, include_all: true });
    assert.deepEqual(all, ['attic', 'club', 'design', 'general', 'lounge', 'vault', 'window']);
  });

  test('The channel list with the legacy include_all_active is for administrators only', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['cleo', 'dan', 'gus'] as const) {
      const { status, json } = await world.as(who).get('/streams', { include_all_active: true });
      assert.deepEqual(
        [status, json.code, json.msg],
        [400, 'BAD_REQUEST', 'User not authorized for this query'],
      );
    }
  });

  test('The channel list of a bot contains the channels of its owner', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'dans-bot', { botOwner: 'dan' });
    const adminBot = await addPerson(world, 'admin-bot', { botOwner: 'ben', role: roles.administrator });
    await addMembers(world, world.channels.lounge, [bot.id]);
    assert.deepEqual(await listed(world, bot, { ...none, include_subscribed: true }), ['lounge']);
    const ofOwner = { ...none, include_owner_subscribed: true };
    assert.deepEqual(await listed(world, bot, ofOwner), ['design', 'general', 'vault']);
    assert.deepEqual(await listed(world, bot), ['general', 'lounge']);
    const all = { include_all_active: true };
    assert.deepEqual(await listed(world, adminBot, all), ['design', 'general', 'lounge', 'vault']);
    assert.equal((await world.as(bot).get('/streams', all)).status, 400);
  });

  test('The channel list marks default channels on request', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('eve').get('/streams', { include_default: true });
    const defaults = (json.streams as { name: string; is_default: boolean }[]).map(({ name, is_default }) => [
      name,
      is_default,
    ]);
    assert.deepEqual(defaults, [
      ['general', true],
      ['lounge', false],
    ]);
    const plain = await world.as('eve').get('/streams');
    assert.ok(!('is_default' in plain.json.streams[0]));
  });

  test('The channel list excludes other organizations', async (t) => {
    const world = await makeWorld(t, engine);
    await addOrganization(world);
    assert.ok(
      !(await listed(world, 'ada', { include_all: true, exclude_archived: false })).includes('elsewhere'),
    );
  });

  test('The channel list refuses invalid flags', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ada').get('/streams', { include_public: 'perhaps' });
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'include_public is not valid JSON']);
  });
});

onBothEngines('Fetching a channel', (engine) => {
  /** Who may know of which channel. */
  const seers: [keyof World['channels'], Name[]][] = [
    ['general', ['ada', 'ben', 'cleo', 'dan', 'eve', 'gus']],
    ['lounge', ['ada', 'ben', 'cleo', 'dan', 'eve']],
    ['design', ['ada', 'ben', 'cleo', 'dan']],
    ['vault', ['ada', 'ben', 'dan']],
  ];

  test('A channel is returned with its subscribers to those who may know of it, and does not exist for others', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [name, seeing] of seers)
      for (const who of names) {
        const id = world.channels[name];
        const one = await world.as(who).get(`/streams/${id}`);
        const members = await world.as(who).get(`/streams/${id}/members`);
        const byName = await world.as(who).get('/get_stream_id', { stream: name });
        if (seeing.includes(who)) {
          assert.equal(one.json.stream.name, name);
          assert.equal(members.json.subscribers.length, one.json.stream.subscriber_count);
          assert.equal(byName.json.stream_id, id);
          continue;
        }
        for (const { status, json } of [one, members])
          assert.deepEqual(
            [status, json.code, json.msg],
            [400, 'BAD_REQUEST', 'Invalid channel ID'],
            `${who} ${name}`,
          );
        assert.deepEqual(
          [byName.status, byName.json.code, byName.json.msg],
          [400, 'BAD_REQUEST', `Invalid channel name '${name}'`],
        );
      }
  });

  test('A channel that is missing or of another organization is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    for (const id of [0, 99_999, other.channelId, '99999999999999999999'])
      for (const path of [`/streams/${id}`, `/streams/${id}/members`, `/users/me/${id}/topics`]) {
        const { status, json } = await world.as('ada').get(path);
        assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid channel ID'], path);
      }
    for (const stream of ['elsewhere', '', 'nonexistent']) {
      const { status, json } = await world.as('ada').get('/get_stream_id', { stream });
      assert.deepEqual([status, json.msg], [400, `Invalid channel name '${stream}'`]);
    }
    const missing = await world.as('ada').get('/get_stream_id');
    assert.deepEqual([missing.status, missing.json.code], [400, 'REQUEST_VARIABLE_MISSING']);
  });

  test('A channel is found by any spelling of its name', async (t) => {
    const world = await makeWorld(t, engine);
    for (const stream of ['LOUNGE', ' lounge ', '"lounge"']) {
      const { json } = await world.as('dan').get('/get_stream_id', { stream });
      if (stream.startsWith('"')) assert.equal(json.result, 'error');
      else assert.equal(json.stream_id, world.channels.lounge);
    }
  });

  test('A channel can be fetched when it is archived', async (t) => {
    const world = await makeWorld(t, engine);
    const { lounge } = world.channels;
    await setChannel(world, lounge, { is_archived: 1 });
    assert.equal((await world.as('dan').get(`/streams/${lounge}`)).json.stream.is_archived, true);
    assert.equal((await world.as('dan').get(`/streams/${lounge}/members`)).status, 200);
    assert.equal((await world.as('dan').get(`/users/me/${lounge}/topics`)).status, 200);
  });

  test('Fetching a channel requires authentication', async (t) => {
    const world = await makeWorld(t, engine);
    const { general } = world.channels;
    for (const path of ['/streams', `/streams/${general}`, '/get_stream_id', `/users/me/${general}/topics`])
      assert.equal((await world.anonymous.get(path)).status, 401);
  });
});
