import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getAccount, makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { addPerson, deactivate, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { replay } from '../../../../tests/support/checks/replay.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

const setRole = (world: World, who: Name, whom: Name, role: number) =>
  world.as(who).patch(`/users/${world.people[whom].id}`, { role });

async function getRole(world: World, whom: Name): Promise<unknown> {
  return (await world.as(whom).get('/users/me')).json.role;
}

/** Names of the system groups that list someone. */
async function getGroups(world: World, whom: Name): Promise<string[]> {
  const { json } = await world.as('ada').get('/user_groups');
  const groups = json.user_groups as { name: string; members: number[] }[];
  return groups.filter(({ members }) => members.includes(world.people[whom].id)).map(({ name }) => name);
}

const roleEvents = { event_types: ['realm_user'] };

onBothEngines('Role changes', (engine) => {
  test('A role change emits an event, updates system groups and applies immediately', async (t) => {
    const world = await makeWorld(t, engine);
    const gus = await listen(world.as('gus'), { event_types: ['realm_user', 'user_group'] });
    const steps: [number, string[]][] = [
      [300, ['role:moderators']],
      [200, ['role:administrators']],
      [600, ['role:everyone']],
      [400, ['role:members', 'role:fullmembers']],
    ];
    let before = await getGroups(world, 'dan');
    for (const [role, after] of steps) {
      assert.equal((await setRole(world, 'ben', 'dan', role)).status, 200);
      assert.equal(await getRole(world, 'dan'), role);
      assert.deepEqual((await getGroups(world, 'dan')).sort(), [...after].sort());
      const [update, ...groups] = await gus.received();
      assert.deepEqual(update.person, { user_id: world.people.dan.id, role });
      const ops = groups.map(({ op, user_ids }) => [op, user_ids] as unknown);
      const ids = [world.people.dan.id];
      assert.deepEqual(ops, [
        ...before.map(() => ['remove_members', ids]),
        ...after.map(() => ['add_members', ids]),
      ]);
      before = after;
    }
  });

  test('A role change grants and revokes permissions', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await setRole(world, 'dan', 'eve', 600)).status, 400);
    await setRole(world, 'ben', 'dan', 200);
    assert.equal((await setRole(world, 'dan', 'eve', 600)).status, 200);
    await setRole(world, 'ben', 'dan', 400);
    assert.equal((await setRole(world, 'dan', 'eve', 400)).status, 400);
    assert.equal(await getRole(world, 'eve'), 600);
  });

  test('A role change to or from owner requires an owner', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [whom, role] of [
      ['dan', 100],
      ['ben', 100],
      ['ada', 200],
      ['ada', 400],
    ] as const) {
      const { status, json } = await setRole(world, 'ben', whom, role);
      assert.deepEqual(
        [status, json.code, json.msg],
        [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
      );
    }
    assert.deepEqual(
      await Promise.all((['ada', 'ben', 'dan'] as const).map((who) => getRole(world, who))),
      [100, 200, 400],
    );
    assert.equal((await setRole(world, 'ada', 'ben', 100)).status, 200);
    assert.equal((await setRole(world, 'ben', 'ada', 200)).status, 200);
    assert.equal(await getRole(world, 'ada'), 200);
  });

  test('A role change never leaves an organization without an owner', async (t) => {
    const world = await makeWorld(t, engine);
    const msg = 'The owner permission cannot be removed from the only organization owner.';
    await addPerson(world, 'owner-bot', { role: 100, botOwner: 'ada' });
    const former = await addPerson(world, 'former', { role: 100 });
    await deactivate(world, former.id);
    for (const role of [200, 300, 400, 600]) {
      const { status, json } = await setRole(world, 'ada', 'ada', role);
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    assert.equal(await getRole(world, 'ada'), 100);
    assert.equal((await world.as('ada').patch(`/users/${former.id}`, { role: 400 })).status, 200);
  });

  test('Concurrent demotions of two owners leave one owner', async (t) => {
    const world = await makeWorld(t, engine);
    await setRole(world, 'ada', 'ben', 100);
    const responses = await Promise.all([
      setRole(world, 'ada', 'ada', 400),
      setRole(world, 'ben', 'ben', 400),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400]);
    const roles = await Promise.all([getRole(world, 'ada'), getRole(world, 'ben')]);
    assert.deepEqual([...roles].sort(), [100, 400]);
  });

  test('A role change applies to actions later in the same commit', async (t) => {
    const world = await makeWorld(t, engine);
    const demoted = setRole(world, 'ada', 'ben', 400);
    const late = setRole(world, 'ben', 'dan', 600);
    assert.equal((await demoted).status, 200);
    assert.ok([200, 400].includes((await late).status));
    assert.equal((await setRole(world, 'ben', 'eve', 600)).status, 400);
  });

  test('A role change to an invalid role is refused', async (t) => {
    const world = await makeWorld(t, engine);
    for (const role of ['member', '0', '250', '400.5', 'true', '[400]', '99999999999']) {
      const path = `/users/${world.people.dan.id}`;
      const { status, json } = await world.as('ada').patch(path, { role });
      assert.equal(status, 400, role);
      assert.equal(json.code, 'BAD_REQUEST');
      assert.match(json.msg, /\brole\b/);
    }
    assert.equal(await getRole(world, 'dan'), 400);
  });

  test('Demoting a user demotes their bots too, and promotes none later', async (t) => {
    for (const role of [400, 600]) {
      const world = await makeWorld(t, engine);
      const { ben } = world.people;
      const bot = await makeBot(world, 'ben');
      assert.equal((await world.as('ben').patch(`/bots/${bot.id}`, { role: 200 })).status, 200);
      const [dan, before] = [await listen(world.as('dan'), roleEvents), await getGroups(world, 'cleo')];
      assert.equal((await setRole(world, 'ada', 'ben', role)).status, 200);
      const received = (await dan.received()).flatMap(({ person }) => person ?? []);
      assert.deepEqual(received, [
        { user_id: ben.id, role },
        { user_id: bot.id, role },
      ]);
      for (const ask of [
        world.as(bot).patch(`/users/${ben.id}`, { role: 200 }),
        world.as(bot).patch(`/bots/${bot.id}`, { role: 200 }),
        world.as('ben').patch(`/bots/${bot.id}`, { role: 200 }),
      ])
        assert.notEqual((await ask).status, 200);
      assert.equal(await getRole(world, 'ben'), role);
      assert.equal((await getAccount(world, bot)).role, role);
      assert.deepEqual(await getGroups(world, 'cleo'), before);
    }
  });

  test('Demoting a user leaves bots of others, bots with lower roles and deactivated ones unchanged', async (t) => {
    const world = await makeWorld(t, engine);
    const make = async (who: Name, short_name: string, role: number) => {
      const bot = await makeBot(world, who, { short_name, full_name: `The ${short_name}` });
      assert.equal((await world.as('ada').patch(`/bots/${bot.id}`, { role })).status, 200);
      return bot;
    };
    const bots = [
      await make('ben', 'idle', 200),
      await make('ben', 'guest', 600),
      await make('ben', 'helper', 300),
      await make('dan', 'other', 200),
    ];
    assert.equal((await world.as('ben').delete(`/bots/${bots[0]!.id}`)).status, 200);
    await setRole(world, 'ada', 'ben', 300);
    assert.equal((await world.as('ada').post(`/users/${bots[0]!.id}/reactivate`)).status, 200);
    const found = await Promise.all(bots.map(async (bot) => (await getAccount(world, bot)).role));
    assert.deepEqual(found, [300, 600, 300, 200]);
    await setRole(world, 'ada', 'ben', 200);
    assert.equal((await getAccount(world, bots[0]!)).role, 300);
  });

  test('A role change does not make a new member a full member', async (t) => {
    const world = await makeWorld(t, engine);
    await setOrganization(world, { waiting_period_threshold: 5 });
    await setRole(world, 'ada', 'gus', 400);
    assert.deepEqual(await getGroups(world, 'gus'), ['role:members']);
  });

  test('A new member becomes a full member after the waiting period by the clock of the server', async (t) => {
    const clock = new TestClock();
    const world = await makeWorld(t, engine, { alone: true, clock });
    await setOrganization(world, { waiting_period_threshold: 5 });
    assert.deepEqual(await getGroups(world, 'dan'), ['role:members']);
    clock.move(6 * 24 * 3600_000);
    assert.deepEqual(await getGroups(world, 'dan'), ['role:members', 'role:fullmembers']);
  });

  test('A role change makes channels visible or invisible', async (t) => {
    const world = await makeWorld(t, engine);
    const eve = await listen(world.as('eve'), { event_types: ['stream'] });
    await setRole(world, 'ada', 'eve', 200);
    const [created] = await eve.received();
    const shown = (created.streams as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(shown.sort(), ['design', 'vault']);
    await setRole(world, 'ada', 'eve', 400);
    const [deleted] = await eve.received();
    const { design, vault } = world.channels;
    assert.deepEqual([...(deleted.stream_ids as number[])].sort(), [design, vault].sort());
    const other = await listen(world.as('dan'), { event_types: ['stream'] });
    await setRole(world, 'ada', 'eve', 200);
    assert.deepEqual(await other.received(), []);
  });

  test('A role change leaves every client in the state of a new registration', async (t) => {
    const world = await makeWorld(t, engine);
    const clients = await Promise.all(names.map((name) => replay(world.as(name))));
    for (const [whom, role] of [
      ['eve', 200],
      ['dan', 600],
      ['gus', 300],
      ['eve', 400],
      ['dan', 400],
    ] as const) {
      assert.equal((await setRole(world, 'ada', whom, role)).status, 200);
      for (const client of clients) assert.ok((await client.holds()).length > 0, `${whom} ${role}`);
    }
  });
});
