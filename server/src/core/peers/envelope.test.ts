import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestText } from '../../lib/bus/bus.ts';
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
