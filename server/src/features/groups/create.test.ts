import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addOrganization,
  addPerson,
  deactivate,
  groupId,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import {
  assertRefused,
  getGroup,
  groupsFor,
  makeGroup,
  outcomes,
} from '../../../../tests/support/fixtures/groups.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { groupPermissions } from '../../../../wire/groups.ts';

const path = '/user_groups/create';
const params = (given: Params = {}): Params => ({ name: 'weavers', description: '', members: [], ...given });

const getNotices = async (world: World, who: 'dan' | 'eve'): Promise<string[]> => {
  const query = {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [['is', 'dm']],
    apply_markdown: false,
  };
  const { json } = await world.as(who).get('/messages', query);
  return json.messages.map(({ content }: { content: string }) => content);
};

onBothEngines('Creating a user group', (engine) => {
  test('A new user group has the requested properties and is emitted to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, gus } = world.people;
    const guest = await listen(world.as('gus'), { event_types: ['user_group'], fetch_event_types: [] });
    const moderators = await groupId(world, 'role:moderators');
    const id = await makeGroup(world, 'dan', ' Weavers ', ['eve', 'gus', 'eve'], {
      description: ' We weave ',
      subgroups: [moderators],
      can_join_group: { direct_members: [gus.id, dan.id], direct_subgroups: [] },
      can_mention_group: { direct_members: [], direct_subgroups: [moderators] },
    });
    const [nobody, everyone] = [await groupId(world, 'role:nobody'), await groupId(world, 'role:everyone')];
    const creator = { direct_members: [dan.id], direct_subgroups: [] };
    const group = await getGroup(world, id);
    assert.deepEqual(group, {
      id,
      name: 'Weavers',
      description: 'We weave',
      date_created: group.date_created,
      creator_id: dan.id,
      members: [eve.id, gus.id],
      direct_subgroup_ids: [moderators],
      is_system_group: false,
      deactivated: false,
      can_add_members_group: creator,
      can_join_group: { direct_members: [dan.id, gus.id], direct_subgroups: [] },
      can_leave_group: everyone,
      can_manage_group: creator,
      can_mention_group: moderators,
      can_remove_members_group: nobody,
    });
    assert.ok(Math.abs((group.date_created ?? 0) - Date.now() / 1000) < 600);
    const [received, ...rest] = await guest.received();
    assert.deepEqual([received, rest], [{ type: 'user_group', op: 'add', group, id: received?.id }, []]);
  });

  test('A new user group can be created by members and their bots unless the organization restricts it, but not by guests', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'dan' });
    const everyone = [...names, bot];
    let count = 0;
    const ask = (who: (typeof everyone)[number]) => world.as(who).post(path, params({ name: `g${count++}` }));
    const guest = 'Not allowed for guest users';
    const yes = 'success';
    assert.deepEqual(await outcomes(everyone, ask), [yes, yes, yes, yes, yes, guest, yes]);
    await setOrganization(world, { can_create_groups: await groupId(world, 'role:moderators') });
    const no = 'Insufficient permission';
    assert.deepEqual(await outcomes(everyone, ask), [yes, yes, yes, no, no, guest, no]);
    assert.equal((await world.anonymous.post(path, params())).status, 401);
    assert.equal((await groupsFor(world.as('ada'))).length, 8 + 6 + 3);
  });

  test('A new user group requires a well-formed, available name', async (t) => {
    const world = await makeWorld(t, engine);
    await makeGroup(world, 'dan', 'Weavers');
    const former = await makeGroup(world, 'dan', 'Dyers');
    await world.as('dan').post(`/user_groups/${former}/deactivate`);
    const wrong: [string, string][] = [
      ['', "User group name can't be empty!"],
      [' \u3000 ', "User group name can't be empty!"],
      ['𝒳'.repeat(101), 'User group name cannot exceed 100 characters.'],
      ['we\u0007ave', 'Invalid character in user group name, at position 3.'],
      ['we\u202Eave', 'Invalid character in user group name, at position 3.'],
      ['a\nb', 'Invalid character in user group name, at position 2.'],
      ['@weavers', "User group name cannot start with '@'."],
      ['role:weavers', "User group name cannot start with 'role:'."],
      ['Role:weavers', "User group name cannot start with 'role:'."],
      ['user:7', "User group name cannot start with 'user:'."],
      ['stream:7', "User group name cannot start with 'stream:'."],
      ['channel:7', "User group name cannot start with 'channel:'."],
      ['Weavers', "User group 'Weavers' already exists."],
      ['ＷEAVERS', "User group 'ＷEAVERS' already exists."],
      ['Dyers', "User group 'Dyers' already exists."],
      ['blue  DYERS', "User group 'blue  DYERS' already exists."],
      ['we\u115fave', 'Invalid character in user group name, at position 3.'],
    ];
    await makeGroup(world, 'dan', 'Blue dyers');
    for (const [name, msg] of wrong)
      await assertRefused(world, () => world.as('dan').post(path, params({ name })), { msg });
    await makeGroup(world, 'dan', '𝒳'.repeat(100));
    const description = '𝒳'.repeat(1025);
    await assertRefused(world, () => world.as('dan').post(path, params({ name: 'b', description })), {
      msg: 'description is too long (limit: 1024 characters)',
    });
  });

  test('A new user group has only existing users and groups', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const gone = await addPerson(world, 'gone');
    await deactivate(world, gone.id);
    const former = await makeGroup(world, 'dan', 'former');
    await world.as('dan').post(`/user_groups/${former}/deactivate`);
    const cache = await world.app.organizations.cache(world.orgId);
    const system = [...cache.users.values()].find((user) => user.isSystem)?.id ?? 0;
    const refusals: [Params, string][] = [
      ...[99_999, gone.id, other.ownerId, system].map((id): [Params, string] => [
        { members: [world.people.eve.id, id] },
        `Invalid user ID: ${id}`,
      ]),
      [{ subgroups: [99_999] }, 'Invalid user group ID: 99999'],
      [{ subgroups: [other.groupId] }, `Invalid user group ID: ${other.groupId}`],
      [{ subgroups: [former] }, 'User group is deactivated.'],
      ...groupPermissions.map((name): [Params, string] => [{ [name]: other.groupId }, 'Invalid user group']),
      [{ can_join_group: former }, 'User group is deactivated.'],
    ];
    for (const [given, msg] of refusals)
      await assertRefused(world, () => world.as('dan').post(path, params(given)), { msg });
  });

  test('A new user group requires a name, a description and members of the right types', async (t) => {
    const world = await makeWorld(t, engine);
    const dan = world.as('dan');
    for (const name of ['name', 'description', 'members']) {
      const { [name]: _, ...rest } = params();
      const missing = { code: 'REQUEST_VARIABLE_MISSING', msg: `Missing '${name}' argument` };
      await assertRefused(world, () => dan.post(path, rest), missing);
    }
    const wrong: [Params, string][] = [
      [{ members: 'dan' }, 'members is not valid JSON'],
      [{ members: ['dan'] }, 'members[0] is not an integer'],
      [{ members: 7 }, 'members is not a list'],
      [{ subgroups: [1.5] }, 'subgroups[0] is not an integer'],
    ];
    for (const [given, msg] of wrong)
      await assertRefused(world, () => dan.post(path, params(given)), { msg });
    for (const value of [
      true,
      [7],
      { direct_members: [7] },
      { direct_members: [], direct_subgroups: ['x'] },
    ]) {
      const { status, json } = await dan.post(path, params({ can_join_group: value }));
      assert.deepEqual([status, json.code], [400, 'BAD_REQUEST']);
    }
    const { status, json } = await dan.post(path, params({ deactivated: true }));
    assert.deepEqual([status, json.ignored_parameters_unsupported], [200, ['deactivated']]);
  });

  test('A new user group sends no message to its first members', async (t) => {
    const world = await makeWorld(t, engine);
    const members = [world.people.dan.id, world.people.eve.id];
    await makeGroup(world, 'dan', 'weavers', [], { members });
    for (const who of ['eve', 'dan'] as const) assert.deepEqual(await getNotices(world, who), []);
  });
});
