import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RoaringBitmap32 } from 'roaring-wasm';
import {
  getChunk,
  chunkSize,
  countRead,
  markRead,
  markUnread,
  readAmong,
  readIds,
  type StoredChunk,
} from './bitmap.ts';

/** A chunk past 2^31, so that ids do not fit in 32 bits. */
const chunk = 100_000;
const base = chunk * chunkSize;

const idsAt = (offsets: Iterable<number>) => [...offsets].map((offset) => base + offset);
const storedFrom = (offsets: number[]) => markRead(chunk, null, idsAt(offsets)).stored;

const range = (first: number, last: number, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

const damaged = [storedFrom([1, 2, 3])!.subarray(0, -1), new Uint8Array(50).fill(7), Uint8Array.of(1)];

describe('Bitmap chunks', () => {
  it('A bitmap chunk is found by message ID', () => {
    assert.equal(getChunk(0), 0);
    assert.equal(getChunk(chunkSize - 1), 0);
    assert.equal(getChunk(chunkSize), 1);
    assert.equal(getChunk(base + 5), chunk);
  });

  it('A missing bitmap chunk has no read messages', () => {
    assert.deepEqual(readAmong(chunk, null, [base, base + 1]), []);
    assert.deepEqual(readIds(chunk, null), []);
    assert.equal(countRead(null), 0);
    assert.deepEqual(markUnread(chunk, null, [base]), { stored: null, changed: [] });
  });

  it('A bitmap change returns the changed IDs once each', () => {
    const first = storedFrom([1, 2]);
    const second = markRead(chunk, first, idsAt([3, 2, 4, 3]));
    assert.deepEqual(second.changed, idsAt([3, 4]));
    const third = markUnread(chunk, second.stored, idsAt([9, 4, 1, 4]));
    assert.deepEqual(third.changed, idsAt([4, 1]));
    assert.deepEqual(readIds(chunk, third.stored), idsAt([2, 3]));
    assert.deepEqual(readAmong(chunk, third.stored, idsAt([3, 1, 2])), idsAt([3, 2]));
  });

  it('A bitmap change without effect leaves the chunk unchanged', () => {
    const stored = storedFrom([1, 2]);
    assert.equal(markRead(chunk, stored, idsAt([2])).stored, stored);
    assert.equal(markUnread(chunk, stored, idsAt([3])).stored, stored);
  });

  it('An empty bitmap chunk is not stored', () => {
    assert.equal(markUnread(chunk, storedFrom([1, 2]), idsAt([1, 2])).stored, null);
  });

  it('A bitmap chunk refuses IDs of another chunk', () => {
    for (const id of [base - 1, base + chunkSize, 5, -1, base + 0.5, NaN]) {
      assert.throws(() => markRead(chunk, null, [base, id]), RangeError);
      assert.throws(() => markUnread(chunk, null, [id]), RangeError);
      assert.throws(() => readAmong(chunk, null, [id]), RangeError);
    }
  });

  it('A bitmap chunk stays small however many messages are read', () => {
    const size = (offsets: number[]) => storedFrom(offsets)?.length ?? 0;
    assert(size(range(0, 65_535)) < 20);
    assert(size([...range(0, 9_999), ...range(20_000, 29_999)]) < 30);
    assert(size(range(0, 98, 2)) < 150);
    assert(size(range(0, 65_534, 2)) < 8_300);
  });

  it('A bitmap is read at any buffer offset without modifying it', () => {
    for (const offsets of [[7], range(0, 500), range(0, 65_534, 2)]) {
      const stored = storedFrom(offsets)!;
      const page = new Uint8Array(stored.length + 6);
      page.set(stored, 3);
      const before = page.slice();
      markRead(chunk, page.subarray(3, 3 + stored.length), [base + 1]);
      assert.equal(countRead(page.subarray(3, 3 + stored.length)), offsets.length);
      assert.deepEqual(page, before);
    }
  });

  it('A damaged bitmap is refused', () => {
    for (const bytes of damaged) {
      assert.throws(() => countRead(bytes), /deserialization failed/);
      assert.throws(() => markRead(chunk, bytes, [base]), /deserialization failed/);
    }
  });

  it('A bitmap is freed after every call, failed ones included', (t) => {
    const dispose = t.mock.method(RoaringBitmap32.prototype, 'dispose');
    const stored = storedFrom([1, 2, 3]);
    markUnread(chunk, stored, [base + 1]);
    readAmong(chunk, stored, [base + 1]);
    readIds(chunk, stored);
    countRead(stored);
    assert.equal(dispose.mock.callCount(), 5);
    for (const bytes of damaged) assert.throws(() => countRead(bytes));
    assert.equal(dispose.mock.callCount(), 5 + damaged.length);
  });

  it('A bitmap behaves as a set of IDs under random operations', () => {
    const offset = fc.oneof(fc.nat(65_535), fc.nat(200));
    const messageRange = fc
      .tuple(offset, fc.nat(20_000), fc.integer({ min: 1, max: 3 }))
      .map(([first, length, step]) => range(first, Math.min(65_535, first + length), step));
    const offsets = fc.oneof(fc.array(offset, { maxLength: 200 }), messageRange);
    const steps = fc.array(fc.tuple(fc.boolean(), offsets), { maxLength: 6 });
    fc.assert(
      fc.property(steps, (changes) => {
        const model = new Set<number>();
        let stored: StoredChunk = null;
        for (const [isRead, touched] of changes) {
          const expected = [...new Set(touched)].filter((place) => model.has(place) !== isRead);
          for (const place of expected) model[isRead ? 'add' : 'delete'](place);
          const result = (isRead ? markRead : markUnread)(chunk, stored, idsAt(touched));
          assert.deepEqual(result.changed, idsAt(expected));
          stored = result.stored;
        }
        assert.deepEqual(readIds(chunk, stored), idsAt([...model].sort((a, b) => a - b)));
        assert.equal(countRead(stored), model.size);
      }),
      { numRuns: 150 },
    );
  });
});
