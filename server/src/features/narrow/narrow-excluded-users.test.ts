import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

interface RawTerm {
  operator: string;
  operand: unknown;
  negated: boolean;
}

onBothEngines('Narrows that exclude users', (engine) => {
  test('Several negated terms about users each exclude the messages of their user', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, cleo, dan, eve, gus } = world.people;
    const mention = (one: Account) => `hi @**|${one.id}**`;
    const m = {
      plain: await say(world, 'ada', 'general', 'plans'),
      cleo: await say(world, 'ada', 'general', 'plans', mention(cleo)),
      eve: await say(world, 'ada', 'general', 'plans', `${mention(eve)} ${mention(dan)}`),
      direct: await sendDirect(world, 'dan', ['ada'], mention(ada)),
      group: await sendDirect(world, 'dan', ['ada', 'eve']),
      own: await sendDirect(world, 'dan', ['dan']),
      withGus: await sendDirect(world, 'gus', ['dan']),
    };
    await sendDirect(world, 'eve', ['ada']);
    const ask = (narrow: readonly RawTerm[]) =>
      world.as('dan').get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });
    const by = (operator: string, operand: unknown): RawTerm => ({ operator, operand, negated: false });
    const without = (operator: string, ...users: Account[]): RawTerm[] =>
      users.map(({ id }) => ({ operator, operand: id, negated: true }));
    const cases: [terms: RawTerm[], ids: number[]][] = [
      [without('mentions', cleo, gus), [m.plain, m.eve, m.direct, m.group, m.own, m.withGus]],
      [without('mentions', cleo, eve, ada), [m.plain, m.group, m.own, m.withGus]],
      [without('dm-including', eve, gus), [m.plain, m.cleo, m.eve, m.direct, m.own]],
      [without('dm-including', ada, gus, cleo), [m.plain, m.cleo, m.eve, m.own]],
      [without('group-pm-with', ada, gus), [m.plain, m.cleo, m.eve, m.direct, m.own, m.withGus]],
      [
        [...without('dm-including', gus), ...without('mentions', dan, ada)],
        [m.plain, m.cleo, m.group, m.own],
      ],
      [
        [by('is', 'dm'), ...without('dm-including', eve, ada)],
        [m.own, m.withGus],
      ],
      [[by('mentions', eve.id), ...without('mentions', dan, cleo)], []],
      [[by('mentions', eve.id), ...without('mentions', ada, cleo)], [m.eve]],
    ];
    for (const [terms, ids] of cases) {
      const { status, json } = await ask(terms);
      assert.equal(status, 200, json.msg);
      const found = (json.messages as { id: number }[]).map(({ id }) => id);
      assert.deepEqual(found, ids, JSON.stringify(terms));
    }
    const unknown = { operator: 'mentions', operand: 999_999_999, negated: true };
    assert.equal((await ask([...without('mentions', eve), unknown])).status, 400);
  });
});
