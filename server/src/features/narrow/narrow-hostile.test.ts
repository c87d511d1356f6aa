import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

const newest = { anchor: 'newest', num_before: 10, num_after: 0 };
const operators = [
  'channel',
  'channels',
  'topic',
  'dm',
  'dm-including',
  'sender',
  'mentions',
  'id',
  'with',
  'near',
  'stream',
  'streams',
  'subject',
  'from',
  'pm-with',
  'pm_with',
  'dm-with',
  'group_pm_with',
  'is',
  'has',
  'in',
  'search',
  'group-pm-with',
  '__proto__',
  'constructor',
  '',
  "x'; DROP TABLE message",
];
const operands: unknown[] = [
  "'",
  '"',
  '%',
  '_',
  '\\',
  "' OR 1=1 --",
  '$1',
  '?',
  ':p',
  '\0',
  'a\0b',
  '\ud800',
  '﷽'.repeat(300),
  '9007199254740993',
  '99999999999999999999',
  '-1',
  'NaN',
  '1e3',
  '__proto__',
  ' ',
  0,
  -1,
  1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e300,
  1.5,
  true,
  null,
  [],
  [0],
  [-1],
  [2 ** 53],
  [1e300],
  ['a'],
  [[1]],
  {},
  { a: 1 },
];

onBothEngines('Hostile narrows', (engine) => {
  test('Hostile narrows get a result or a refusal, never a server error', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'general', "' OR 1=1 --");
    await sendDirect(world, 'ada', ['dan']);
    const dan = world.as('dan');
    const others = [
      (narrow: unknown) => dan.get('/messages/matches_narrow', { msg_ids: [1, 2], narrow }),
      (narrow: unknown) => dan.get('/messages', { message_ids: [1, 2], narrow }),
      (narrow: unknown) => dan.get('/messages', { ...newest, anchor: 'first_unread', num_after: 10, narrow }),
      (narrow: unknown) =>
        dan.post('/messages/flags/narrow', { ...newest, op: 'add', flag: 'starred', narrow }),
      (narrow: unknown) => dan.post('/register', { event_types: ['message'], fetch_event_types: [], narrow }),
    ];
    let answered = 0;
    for (const [row, operator] of operators.entries())
      for (const [column, operand] of operands.entries()) {
        const narrow = [{ operator, operand, negated: (row + column) % 2 === 1 }];
        const { status, json } = await dan.get('/messages', { ...newest, narrow });
        assert.ok(status === 200 || status === 400, `${status} for ${JSON.stringify(narrow)}`);
        assert.notEqual(json.code, 'INTERNAL_ERROR');
        answered += Number(status === 200);
        const elsewhere = await others[(row + column) % others.length]?.(narrow);
        assert.ok(
          [200, 400].includes(elsewhere?.status ?? 0),
          `${JSON.stringify(elsewhere)} for ${JSON.stringify(narrow)}`,
        );
      }
    assert.ok(answered > 50);
    const quoted = await dan.get('/messages', { ...newest, narrow: [['topic', "' OR 1=1 --"]] });
    assert.equal(quoted.json.messages.length, 1);
    const other = await dan.get('/messages', { ...newest, narrow: [['topic', "' or 1=1 -- "]] });
    assert.equal(other.json.messages.length, 0);
  });

  test('A narrow with many terms is accepted up to the limit and refused beyond it', async (t) => {
    const world = await makeWorld(t, engine);
    const message = await say(world, 'ada', 'general', 'plans');
    const dan = world.as('dan');
    const terms = [
      { operator: 'is', operand: 'mentioned' },
      { operator: 'is', operand: 'starred', negated: true },
      { operator: 'is', operand: 'starred' },
      { operator: 'is', operand: 'followed' },
      { operator: 'mentions', operand: world.people.eve.id },
      { operator: 'channel', operand: 'general', negated: true },
      { operator: 'dm-including', operand: world.people.eve.id },
      { operator: 'topic', operand: 'plans' },
      { operator: 'has', operand: 'link' },
      { operator: 'is', operand: 'unread' },
      { operator: 'near', operand: 5 },
    ];
    for (const term of terms) {
      const narrow = Array.from({ length: 100 }, () => term);
      const { status, json } = await dan.get('/messages', { ...newest, narrow });
      assert.equal(status, 200, `${JSON.stringify(term)}: ${json.msg}`);
    }
    const without = Array.from({ length: 100 }, (_, i) => ({
      operator: 'topic',
      operand: `t${i}`,
      negated: true,
    }));
    const { json } = await dan.get('/messages', { ...newest, narrow: without });
    assert.deepEqual(
      (json.messages as { id: number }[]).map(({ id }) => id),
      [message],
    );
    const params = { op: 'add', flag: 'starred', ...newest };
    for (const length of [101, 10_000]) {
      const narrow = Array.from({ length }, () => ['is', 'dm']);
      const { status, json: refusal } = await dan.post('/messages/flags/narrow', { ...params, narrow });
      assert.equal(status, 400);
      assert.match(refusal.msg, /narrow is too long/);
    }
  });

  test('A narrow with an invalid date is refused, and any valid date is accepted', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'plans');
    const ask = (anchor_date: unknown) =>
      world.as('dan').get('/messages', { anchor: 'date', anchor_date, num_before: 5, num_after: 5 });
    for (const date of [
      '',
      'x',
      '\0',
      '7',
      '2026',
      '2026-13-45',
      '2026-02-30T99:00',
      '99999-01-01',
      'Infinity',
    ])
      assert.equal((await ask(date)).status, 400, date);
    for (const date of [null, true, [], {}, -1])
      assert.equal((await ask(date)).status, 400, JSON.stringify(date));
    for (const date of [
      '0000-01-01',
      '1969-12-31T23:59:59Z',
      '9999-12-31',
      '2026-01-01T00:00:00.000+14:00',
    ]) {
      const { status, json } = await ask(date);
      assert.equal(status, 200, `${date}: ${json.msg}`);
      assert.deepEqual(
        (json.messages as { id: number }[]).map((message) => message.id),
        [id],
      );
    }
  });

  test('Anchors beyond all messages return nothing and do not fail', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'general', 'plans');
    for (const anchor of ['-9e99', '9e99', '9007199254740993', '1e15', '0', '-0', '"7"', '"newest"'])
      for (const narrow of [[], [['channel', 'general']], [['is', 'unread']], [['has', 'link']]]) {
        const params = { anchor, num_before: 2500, num_after: 2500, narrow };
        const { status, json } = await world.as('dan').get('/messages', params);
        assert.ok(status === 200 || json.msg === 'Invalid anchor', `${anchor}: ${json.msg}`);
      }
  });
});
