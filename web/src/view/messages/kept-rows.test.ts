import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptRows } from './kept-rows.ts';
import { Drafts } from '../../store/writing/drafts.ts';
import { outboxKey } from '../../store/writing/outbox.ts';
import { keptTexts } from './kept.ts';

type Row = { key: string; count: number; people?: number[]; to?: { id: number } };

const before: Row[] = [
  { key: 'a', count: 1, people: [4, 9] },
  { key: 'b', count: 2, to: { id: 3 } },
];

test('Equal rows keep their identity wherever they are in the list', () => {
  const [a, b] = before;
  const now = keptRows(before, [
    { key: 'new', count: 0 },
    { key: 'b', count: 2, to: { id: 3 } },
    { key: 'a', count: 1, people: [4, 9] },
  ]);
  assert.deepEqual(
    now.map((row) => row.key),
    ['new', 'b', 'a'],
  );
  assert.equal(now[1], b);
  assert.equal(now[2], a);
});

test('A changed row gets a new identity', () => {
  const changes: Row[] = [
    { key: 'a', count: 5, people: [4, 9] },
    { key: 'a', count: 1, people: [4] },
    { key: 'a', count: 1 },
    { key: 'a', count: 1, people: [4, 9], to: { id: 3 } },
  ];
  for (const change of changes) assert.equal(keptRows(before, [change])[0], change);
});

test('An unchanged list keeps its identity, and a shortened one does not', () => {
  assert.equal(keptRows(before, structuredClone(before)), before);
  assert.equal(keptRows(before, structuredClone(before).slice(0, 1)).length, 1);
});

test('Rows keep their identity when others are inserted or removed', () => {
  const row = (key: string): Row => ({ key, count: 1 });
  const known = ['a', 'b', 'c', 'd'].map(row);
  for (const keys of ['xabcd', 'abcdx', 'abxcd', 'bcd', 'abc', 'ad', 'xbyd', 'dcba', 'cdxab']) {
    const now = keptRows(known, Array.from(keys, row));
    assert.equal(now.map(({ key }) => key).join(''), keys);
    for (const each of known)
      if (keys.includes(each.key)) assert.ok(now.includes(each), `${each.key} in ${keys}`);
  }
});

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

test('Unsent messages are listed before drafts, latest draft first', () => {
  const [device, tab] = [storage(), storage()];
  assert.deepEqual(keptTexts(device, tab), []);
  let now = 1;
  const drafts = new Drafts(device, () => now++);
  drafts.write({ kind: 'direct', userIds: [8] }, 'early');
  drafts.write({ kind: 'topic', channelId: 4, topic: 'lunch' }, 'late');
  const item = { localId: '1', queueId: 'q', to: { kind: 'direct', userIds: [8] }, writtenAt: 1 };
  const items = [
    { ...item, content: 'on its way', state: 'sending' },
    { ...item, localId: '2', content: 'there', state: 'sent', messageId: 9 },
  ];
  tab.setItem(outboxKey, JSON.stringify(items));
  assert.deepEqual(
    keptTexts(device, tab).map(({ text, isUnsent }) => [text, isUnsent]),
    [
      ['on its way', true],
      ['late', false],
      ['early', false],
    ],
  );
});
