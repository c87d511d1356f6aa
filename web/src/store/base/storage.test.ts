import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeFromClosed } from '../writing/closed-tabs.ts';
import { Drafts } from '../writing/drafts.ts';
import { unsentIn } from '../writing/outbox.ts';
import { unsentReads } from '../writing/unsent-reads.ts';
import { isOfSession } from '../writing/writer.ts';

for (const value of ['[["topic', 'null', ''])
  test(`A page starts although its stored texts are ${JSON.stringify(value)}`, () => {
    const storage = { getItem: () => value, setItem: () => undefined, removeItem: () => undefined };
    assert.deepEqual(unsentIn(storage), []);
    assert.deepEqual(unsentReads(storage), []);
    assert.ok(!isOfSession(storage, 'mark'));
    assert.deepEqual(
      takeFromClosed(storage, () => false, 0),
      [],
    );
    assert.equal(new Drafts(storage).all.peek().size, 0);
  });
