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

test('Entries of the log travel encrypted, and only nodes of this server can read or make them', () => {
  const [here, there] = [new EntryBox(key), new EntryBox(key)];
  const entries = [entry('of the warp'), entry('déjà vu')];
  const box = here.seal(entries) ?? '';
  assert.deepEqual(there.open(box), entries);
  assert.ok(!Buffer.from(box, 'base64url').includes('of the warp'));
  assert.notEqual(here.seal(entries), box);
  assert.throws(() => new EntryBox(Buffer.alloc(32, 8)).open(box));
  const bytes = Buffer.from(box, 'base64url');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  for (const forged of ['', 'x', box.slice(1), bytes.toString('base64url')])
    assert.throws(() => there.open(forged));
});

test('Entries that do not fit in a text do not travel', () => {
  assert.equal(new EntryBox(key).seal([entry('x'.repeat(largestText))]), undefined);
  const one = new EntryBox(key).seal([entry('x'.repeat(3900))]) ?? '';
  assert.equal(new Envelope('here', key).seal([['entries', one]]).length, 1);
});
