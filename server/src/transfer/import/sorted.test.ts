import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeScratch } from '../../../../tests/support/fixtures/imports.ts';
import { memoryFolder } from '../../../../tests/support/memory.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { listed, type MessageRecord, type SourceRecord } from './records.ts';
import type { Scratch } from './scratch.ts';
import { sortedByTime } from './sorted.ts';
import { SpillMap } from './spill-map.ts';

const bounds = { messages: 3, characters: 1_000_000, files: 2, texts: 2 };

const message = (id: string, sentAt: number, text = id): MessageRecord => ({
  kind: 'message',
  id,
  place: { channel: 'c' },
  sender: 's',
  sentAt,
  text: [text],
});

async function* stream(records: readonly SourceRecord[]): AsyncGenerator<SourceRecord> {
  await Promise.resolve();
  yield* records;
}

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-test-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function sorted(scratch: Scratch, records: readonly SourceRecord[]): Promise<SourceRecord[]> {
  const found: SourceRecord[] = [];
  for await (const some of sortedByTime(stream(records), scratch, bounds)) found.push(...listed(some));
  return found;
}

const ids = (records: readonly SourceRecord[]): string[] =>
  records.map((record) => (record.kind === 'message' ? record.id : record.kind));

test('Messages of more files than are merged at once come in the order of time, those of one time as they came', async (t) => {
  const folder = folderFor(t);
  const scratch = makeScratch(t, folder);
  const times = Array.from({ length: 100 }, (_, i) => (i * 37) % 25);
  const given = times.map((sentAt, i) => message(`m${i}`, sentAt));
  const problem = { kind: 'problem', place: 'p', reason: 'r' } as const;
  const found = await sorted(scratch, [given[0] ?? problem, problem, ...given.slice(1)]);
  const expected = times
    .map((sentAt, i) => ({ sentAt, i }))
    .sort((a, b) => a.sentAt - b.sentAt || a.i - b.i)
    .map(({ i }) => `m${i}`);
  assert.deepEqual(ids(found), ['problem', ...expected]);
  await scratch.close();
  assert.deepEqual(readdirSync(folder), []);
});

test('Messages with one ID at one time are one if they say the same, and are numbered otherwise, however many there are', async (t) => {
  const scratch = makeScratch(t, folderFor(t));
  const others = Array.from({ length: 10 }, (_, i) => message(`other ${i}`, 5));
  const twice = [message('other 9', 5), message('other 9', 5, 'changed'), message('a', 5), message('a', 6)];
  const found = await sorted(scratch, [message('a', 5), ...others, ...twice]);
  assert.deepEqual(ids(found), ['a', ...others.map(({ id }) => id), 'other 9#2', 'a']);
  const texts = ['b', 'c', 'd', 'e', 'f'];
  const many = [...texts, ...texts].map((text) => message('a', 7, text));
  const expected = ['a', 'a#2', 'a#3', 'a#4', 'a#5'];
  assert.deepEqual(ids(await sorted(scratch, [...many, message('a', 8)])), [...expected, 'a']);
});

test('A map that is partly on disk has all entries, each with its last value, also while others iterate it', (t) => {
  const map = new SpillMap<{ n: number }>(makeScratch(t, folderFor(t)), 2);
  for (const [n, key] of ['a', 'b', 'd', 'c', 'a', 'c'].entries()) map.set(key, { n });
  assert.deepEqual([map.get('a'), map.get('c'), map.get('x')], [{ n: 4 }, { n: 5 }, undefined]);
  assert.deepEqual(
    ['a', 'd', 'x'].map((key) => map.has(key)),
    [true, true, false],
  );
  const pairs = [...map.keys()].flatMap((one) =>
    map
      .keys()
      .map((other) => one + other)
      .toArray(),
  );
  assert.equal(new Set(pairs).size, 16);
});
