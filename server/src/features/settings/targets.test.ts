import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { addGroup, addOrganization, groupId } from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';
import { isSharedSetting, personalSettingRights } from '../../../../wire/personal-setting-rights.ts';
import { userSettingDefaults } from '../../../../wire/settings.ts';
import { keysIn } from '../../lib/objects.ts';

interface Targets {
  user_ids?: number[];
  group_ids?: number[];
  skip_if_already_edited?: boolean;
}

const change = (world: World, who: Name, target_users: Targets, params: Params) =>
  world
    .as(who)
    .patch('/settings', { target_users: { skip_if_already_edited: false, ...target_users }, ...params });

async function getSetting(world: World, who: Name, name: string): Promise<unknown> {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['user_settings'] });
  return (json.user_settings as Record<string, unknown>)[name];
}

async function whoHas(world: World, name: string, value: unknown): Promise<Name[]> {
  const found: Name[] = [];
  for (const who of names) if ((await getSetting(world, who, name)) === value) found.push(who);
  return found;
}

onBothEngines('PATCH /settings with target_users', (engine) => {
  test('PATCH /settings with target_users changes the settings of these users only, with events to them', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { dan, eve } = world.people;
    const queues = {
      dan: await openQueue(world, 'dan', { event_types: ['user_settings'] }),
      ben: await openQueue(world, 'ben', { event_types: ['user_settings'] }),
    };
    const params = { enter_sends: true, color_scheme: 2 };
    const { status, json } = await change(world, 'ben', { user_ids: [dan.id, eve.id] }, params);
    assert.equal(status, 200, json.msg);
    assert.equal('ignored_parameters_unsupported' in json, false);
    assert.deepEqual(await whoHas(world, 'enter_sends', true), ['dan', 'eve']);
    assert.deepEqual(await whoHas(world, 'color_scheme', 2), ['dan', 'eve']);
    const events = await queues.dan.after(queues.dan.start);
    assert.deepEqual(events.map(({ property, value }) => [property, value]).sort(), [
      ['color_scheme', 2],
      ['enter_sends', true],
    ]);
    assert.deepEqual(await queues.ben.after(queues.ben.start), []);
    await world.restart();
    assert.deepEqual(await whoHas(world, 'enter_sends', true), ['dan', 'eve']);
  });

  test('PATCH /settings with target_users includes members of groups and subgroups, but no bots', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan');
    const inner = await addGroup(world, 'inner', [world.people.eve.id]);
    const outer = await addGroup(world, 'outer', [world.people.dan.id, bot.id]);
    const nested = await world.as('ada').post(`/user_groups/${outer}/subgroups`, { add: [inner] });
    assert.equal(nested.status, 200, nested.json.msg);
    const moderators = await groupId(world, 'role:moderators');
    const targets = { group_ids: [outer, moderators], user_ids: [bot.id] };
    const { status, json } = await change(world, 'ada', targets, { enter_sends: true });
    assert.equal(status, 200, json.msg);
    assert.deepEqual(await whoHas(world, 'enter_sends', true), ['ada', 'ben', 'cleo', 'dan', 'eve']);
  });

  test('PATCH /settings with target_users skips users who changed a setting themselves, on request', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const user_ids = [world.people.dan.id, world.people.eve.id];
    await world.as('dan').patch('/settings', { enter_sends: true });
    await world.as('dan').patch('/settings', { enter_sends: false });
    await world.restart();
    const skipping = { user_ids, skip_if_already_edited: true };
    const params = { enter_sends: true, color_scheme: 3 };
    assert.equal((await change(world, 'ada', skipping, params)).status, 200);
    assert.deepEqual(await whoHas(world, 'enter_sends', true), ['eve']);
    assert.deepEqual(await whoHas(world, 'color_scheme', 3), ['dan', 'eve']);
    assert.equal((await change(world, 'ada', skipping, { color_scheme: 2 })).status, 200);
    assert.deepEqual(await whoHas(world, 'color_scheme', 2), ['dan', 'eve']);
    assert.equal((await change(world, 'ada', { user_ids }, { enter_sends: true })).status, 200);
    assert.deepEqual(await whoHas(world, 'enter_sends', true), ['dan', 'eve']);
  });

  test('PATCH /settings with target_users requires an administrator', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['cleo', 'dan', 'gus'] as const) {
      const { json } = await change(world, who, { user_ids: [world.people[who].id] }, { enter_sends: true });
      assert.deepEqual(
        [json.code, json.msg],
        ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
      );
    }
    assert.deepEqual(await whoHas(world, 'enter_sends', true), []);
  });

  test('PATCH /settings with target_users refuses settings that cannot be changed for others', async (t) => {
    const world = await makeWorld(t, engine);
    const user_ids = [world.people.dan.id];
    const names = keysIn(personalSettingRights).filter((name) => !isSharedSetting(name));
    const own = names.map((name) => {
      const before = userSettingDefaults[name];
      return { [name]: typeof before === 'boolean' ? !before : 4 };
    });
    const account = [
      { full_name: 'Daniel' },
      { email: 'daniel@example.com' },
      { new_password: 'nine quiet swans', old_password: 'x' },
      { timezone: 'Europe/Berlin' },
    ];
    for (const params of [...own, ...account]) {
      const { status, json } = await change(world, 'ada', { user_ids }, { enter_sends: true, ...params });
      assert.deepEqual(
        [status, json.code, json.msg],
        [400, 'BAD_REQUEST', 'Cannot change this setting for other users.'],
        JSON.stringify(params),
      );
    }
    assert.deepEqual(await whoHas(world, 'enter_sends', true), []);
    assert.equal((await world.as('ada').get('/users/me')).json.full_name, 'Ada Achterberg');
  });

  test('PATCH /settings with target_users keeps the drafts of users', async (t) => {
    const world = await makeWorld(t, engine);
    const drafts = [{ type: '', to: [], topic: '', content: 'so' }];
    assert.equal((await world.as('ada').post('/drafts', { drafts })).status, 200);
    const user_ids = [world.people.ada.id];
    const off = { enable_drafts_synchronization: false };
    assert.equal((await change(world, 'ben', { user_ids }, off)).status, 400);
    assert.equal((await world.as('ada').get('/drafts')).json.count, 1);
    assert.deepEqual(await whoHas(world, 'enable_drafts_synchronization', false), []);
  });

  test('PATCH /settings with target_users refuses missing or empty targets and requests without skip_if_already_edited', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const { dan } = world.people;
    for (const [targets, message] of [
      [{}, 'Either user_ids or group_ids must be provided.'],
      [{ user_ids: [dan.id, other.ownerId] }, `Invalid user ID: ${other.ownerId}`],
      [{ user_ids: [dan.id], group_ids: [99_999] }, 'Invalid user group ID: 99999'],
    ] as const) {
      const { status, json } = await change(world, 'ada', targets as Targets, { enter_sends: true });
      assert.deepEqual([status, json.msg], [400, message]);
    }
    for (const target_users of [
      { user_ids: [dan.id] },
      { user_ids: ['dan'], skip_if_already_edited: false },
      [dan.id],
    ])
      assert.equal(
        (await world.as('ada').patch('/settings', { target_users, enter_sends: true })).status,
        400,
      );
    assert.deepEqual(await whoHas(world, 'enter_sends', true), []);
  });
});
