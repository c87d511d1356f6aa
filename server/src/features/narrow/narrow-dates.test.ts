import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { Account } from '../../../../tests/support/client.ts';

const ask = (world: World, narrow: unknown, query: object = {}) =>
  world.as('dan').get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow, ...query });

async function found(world: World, ...narrow: object[]): Promise<number[]> {
  const { status, json } = await ask(world, narrow);
  assert.equal(status, 200, `${JSON.stringify(narrow)}: ${json.msg}`);
  return (json.messages as { id: number }[]).map(({ id }) => id);
}

/** Four messages that Dan has received, the oldest with the highest id, as after an import. */
async function talk(world: World) {
  const at = async (id: number, time: string) => {
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('message')
        .set({ sent_at: Date.parse(time) })
        .where('id', '=', id)
        .execute(),
    );
    return id;
  };
  return {
    evening: await at(await say(world, 'ada', 'general', 'plans'), '2024-02-28T23:30:00Z'),
    leapDay: await at(await sendDirect(world, 'ada', ['dan']), '2024-02-29T12:00:00Z'),
    march: await at(await say(world, 'eve', 'general', 'looks'), '2024-03-01T00:00:00Z'),
    imported: await at(await say(world, 'ada', 'general', 'plans'), '2023-12-31T22:30:00Z'),
  };
}

onBothEngines('Dates in narrows', (engine) => {
  test('before, after, date and on select messages by days, months, years and moments', async (t) => {
    const world = await makeWorld(t, engine);
    const m = await talk(world);
    const all = Object.values(m);
    const cases: [operator: string, operand: string, ids: number[]][] = [
      ['date', '2024-02-29', [m.leapDay]],
      ['on', '2024-02', [m.evening, m.leapDay]],
      ['date', '2023', [m.imported]],
      ['before', '2024-02-29', [m.evening, m.imported]],
      ['before', '2024-02', [m.imported]],
      ['after', '2024-02-28', [m.leapDay, m.march]],
      ['after', '2024-02', [m.march]],
      ['after', '2024', []],
      ['before', '2024-02-29T12:00:00Z', [m.evening, m.imported]],
      ['after', '2024-02-29T14:00:00+02:00', [m.leapDay, m.march]],
      ['date', '2024-02-28T23:30:00Z/2024-02-29T12:00:00Z', [m.evening]],
    ];
    for (const [operator, operand, ids] of cases) {
      const term = { operator, operand };
      assert.deepEqual(await found(world, term), ids, `${operator}:${operand}`);
      const others = all.filter((id) => !ids.includes(id));
      const received = await found(world, { ...term, negated: true });
      assert.deepEqual(
        received.filter((id) => all.includes(id)),
        others,
        `-${operator}:${operand}`,
      );
    }
    const channel = { operator: 'channel', operand: 'general' };
    const inFebruary = { operator: 'date', operand: '2024-02' };
    assert.deepEqual(await found(world, channel, inFebruary), [m.evening]);
  });

  test('Days begin at midnight in the time zone of the reader, also when clocks change', async (t) => {
    const world = await makeWorld(t, engine);
    const m = await talk(world);
    const on = (operand: string) => found(world, { operator: 'date', operand });
    assert.deepEqual(await on('2024-02-28'), [m.evening]);
    const set = await world.as('dan').patch('/settings', { timezone: 'Europe/Berlin' });
    assert.equal(set.status, 200);
    assert.deepEqual(await on('2024-02-28'), []);
    assert.deepEqual(await on('2024-02-29'), [m.evening, m.leapDay]);
    assert.deepEqual(await on('2023'), [m.imported]);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('message')
        .set({ sent_at: Date.parse('2024-03-31T21:59:00Z') })
        .where('id', '=', m.march)
        .execute(),
    );
    // The day has 23 hours: clocks show 23:59.
    assert.deepEqual(await on('2024-03-31'), [m.march]);
    assert.deepEqual(await on('2024-04'), []);
  });

  test('What is no date is refused, and named', async (t) => {
    const world = await makeWorld(t, engine);
    for (const operand of [
      'soon',
      '2023-02-29',
      '2024-13',
      '24-01-01',
      '',
      '2024-01-01T10:00',
      '2024/2025',
    ]) {
      const { status, json } = await ask(world, [{ operator: 'before', operand }]);
      assert.equal(status, 400, operand);
      assert.equal(json.code, 'BAD_NARROW');
      assert.equal(json.msg, `Invalid narrow operator: unknown date ${operand}`);
    }
    const { json } = await ask(world, [{ operator: 'date', operand: 5 }]);
    assert.equal(json.code, 'BAD_REQUEST');
  });
});

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
