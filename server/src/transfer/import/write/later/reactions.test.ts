import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../../tests/support/engines.ts';
import { runArchiveImport as run } from '../../../../../../tests/support/fixtures/imports.ts';
import { first, say, slack, type SlackMessage } from '../../../../../../tests/support/fixtures/looms.ts';
import { makeWorld } from '../../../../../../tests/support/world.ts';

onBothEngines('Reactions in a newer export', (engine) => {
  test('Reactions that were given there since come, but none of people who have signed in here', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, slack());
    const messages = [
      say(0, 'warp', { reactions: [{ name: 'tada', users: ['U1'], count: 1 }] }),
      ...first.slice(1),
    ];
    const dry = await run(world, slack({ messages }), { dryRun: true });
    const newer = await run(world, slack({ messages }));
    assert.deepEqual([newer.changed, newer.counts], [dry.changed, dry.counts]);
    assert.equal(newer.changed.reactions, 1);
    const { json } = await world.as('ada').get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 1,
      narrow: [{ operator: 'channel', operand: 'looms' }],
    });
    assert.equal((json.messages as { reactions: unknown[] }[])[0]?.reactions.length, 1);
    assert.equal((await run(world, slack({ messages }))).changed.reactions, 0);
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .updateTable('person')
        .set({ first_sign_in_at: 1 })
        .where('org_id', '=', world.orgId)
        .where('full_name', '=', 'Pia Person')
        .execute(),
    );
    const more = [
      say(0, 'warp', { reactions: [{ name: 'eyes', users: ['U1'], count: 1 }] }),
      ...first.slice(1),
    ];
    assert.equal((await run(world, slack({ messages: more }))).changed.reactions, 0);
  });

  test('Reactions that were taken back there since are gone here, but none of people who have signed in, of bots, or for what is not known', async (t) => {
    const reacted = (...lists: string[][]) => [
      ...lists.map((users, n) =>
        say(
          n,
          first[n]?.text ?? '',
          users.length === 0 ? {} : { reactions: [{ name: 'tada', users, count: users.length }] },
        ),
      ),
      ...first.slice(lists.length),
    ];
    const people = [
      ...['U1', 'U2', 'U3'].map((id) => ({ id, team_id: 'T1', real_name: `Person ${id}`, profile: {} })),
      { id: 'U4', team_id: 'T1', real_name: 'Robot', is_bot: true, profile: {} },
    ];
    const withPeople = (messages: readonly SlackMessage[], damaged = false) =>
      slack({ messages, damaged, files: { 'org_users.json': JSON.stringify(people) }, users: false });
    const world = await makeWorld(t, engine);
    await run(world, withPeople(reacted(['U1', 'U2', 'U3', 'U4'], ['U1'])));
    const given = async () => {
      const { json } = await world.as('ada').get('/messages', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 2,
        narrow: [{ operator: 'channel', operand: 'looms' }],
      });
      const list = json.messages as { reactions: { user_id: number }[] }[];
      const { users } = await world.app.organizations.cache(world.orgId);
      return list.map(({ reactions }) =>
        reactions.map(({ user_id: id }) => users.get(id)?.fullName.slice(-2)).join(' '),
      );
    };
    assert.deepEqual(await given(), ['U1 U2 U3 ot', 'U1']);
    await world.app.db.write(world.orgId, 'system', ({ q }) =>
      q
        .updateTable('person')
        .set({ first_sign_in_at: 1 })
        .where('org_id', '=', world.orgId)
        .where('full_name', '=', 'Person U3')
        .execute(),
    );
    const newer = reacted(['U1'], []);
    assert.equal((await run(world, withPeople(newer, true))).changed.reactions_removed, 0);
    const dry = await run(world, withPeople(newer), { dryRun: true });
    const report = await run(world, withPeople(newer));
    assert.deepEqual([report.changed, report.counts], [dry.changed, dry.counts]);
    assert.equal(report.changed.reactions_removed, 2);
    assert.deepEqual(await given(), ['U1 U3 ot', '']);
    const has = [
      { operator: 'channel', operand: 'looms' },
      { operator: 'has', operand: 'reaction' },
    ];
    const { json } = await world
      .as('ada')
      .get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow: has });
    assert.equal((json.messages as unknown[]).length, 1);
    assert.equal((await run(world, withPeople(newer))).changed.reactions_removed, 0);
  });

  test('An export without reactions takes none back', async (t) => {
    const world = await makeWorld(t, engine);
    const many = first.map(({ text }, n) =>
      say(n, text, { reactions: [{ name: 'tada', users: ['U1'], count: 1 }] }),
    );
    await run(world, slack({ messages: many }));
    const without = await run(world, slack());
    assert.equal(without.changed.reactions_removed, 0);
    assert.ok(without.problems.some(({ place }) => place === 'reactions of earlier imports'));
  });
});
