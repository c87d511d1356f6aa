import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestText } from '../../lib/bus/bus.ts';
import type { LogEntry } from '../log/index.ts';
import { EntryBox } from './entry-box.ts';
import { Envelope, type Item } from './envelope.ts';

const key = Buffer.alloc(32, 7);

test('Hints reach other nodes in texts that every bus takes, and not the node that sent them', () => {
  const [here, there] = [new Envelope('here', key), new Envelope('there', key)];
  const items = Array.from({ length: 1000 }, (_, i): Item => ['log', [i, 'é'.repeat(20)]]);
  const texts = here.seal(items);
  assert.ok(texts.length > 1 && texts.every((text) => Buffer.byteLength(text) <= largestText));
  assert.deepEqual(
    texts.flatMap((text) => there.open(text)),
    items,
  );
  assert.deepEqual(
    texts.flatMap((text) => here.open(text)),
    [],
  );
});

test('A hint that is too long for a text is left out', () => {
  assert.deepEqual(new Envelope('here', key).seal([['log', 'x'.repeat(largestText)]]), []);
});

test('Texts that no node of this server has signed are ignored', () => {
  const [text = ''] = new Envelope('here', key).seal([['log', [1, 2]]]);
  const other = new Envelope('there', Buffer.alloc(32, 8));
  const there = new Envelope('there', key);
  for (const forged of ['', 'x', text.slice(1), text.replace('[1,2]', '[1,3]')])
    assert.deepEqual(there.open(forged), []);
  assert.deepEqual(other.open(text), []);
  assert.notEqual(other.subject, there.subject);
});

const entry = (content: string): LogEntry => ({
  ...{ orgId: 1, position: 2, event: { type: 'message', content }, audience: { users: [3] } },
  ...{ touched: null, createdAt: 4, size: content.length },
});

const boxOf = (node: string, database = 'one', serverKey = key): EntryBox => {
  const box = new EntryBox(node, serverKey);
  box.belongsTo(database);
  return box;
};

test('Entries of the log travel encrypted, and only nodes of this server can read or make them', () => {
  const [here, there] = [boxOf('here'), boxOf('there')];
  const entries = [entry('of the warp'), entry('déjà vu')];
  const box = here.seal(entries) ?? '';
  assert.deepEqual(there.open(box), entries);
  const [node, sealed = ''] = box.split('.');
  assert.equal(node, 'here');
  const bytes = Buffer.from(sealed, 'base64url');
  assert.ok(!bytes.includes('of the warp'));
  assert.notEqual(here.seal(entries), box);
  assert.throws(() => boxOf('there', 'one', Buffer.alloc(32, 8)).open(box));
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  for (const forged of [
    '',
    'x',
    '.',
    sealed,
    box.slice(1),
    `there.${sealed}`,
    `here.${bytes.toString('base64url')}`,
  ])
    assert.throws(() => there.open(forged));
});

test('Entries of a copy of the database, whose nodes have the same secrets, are not read', () => {
  const box = boxOf('here').seal([entry('of the copy')]) ?? '';
  assert.throws(() => boxOf('there', 'another').open(box));
});

test('Entries that do not fit in a text do not travel', () => {
  const here = boxOf('01234567-89ab-cdef-0123-456789abcdef');
  const envelope = new Envelope('here', key);
  let longest = 0;
  for (let length = 3900; length < 6000; length++) {
    const box = here.seal([entry('x'.repeat(length))]);
    if (box === undefined) continue;
    longest = length;
    assert.equal(envelope.seal([['entries', box]]).length, 1);
  }
  assert.ok(longest > 5000 && longest < 5700);
  const users = Array.from({ length: 2000 }, (_, i) => i);
  for (const long of [entry('é'.repeat(3900)), { ...entry('x'), audience: { users } }])
    assert.equal(here.seal([long]), undefined);
});
