import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { largestText } from '../../lib/bus/bus.ts';
import { Envelope, type Item, mostBytes } from './envelope.ts';

const key = Buffer.alloc(32, 7);
const now = 1_800_000_000_000;

function makeEnvelope({ database = 'one', serverKey = key, from = randomUUID() } = {}): Envelope {
  const envelope = new Envelope(from, serverKey);
  envelope.belongsTo(database);
  return envelope;
}

const hint: Item = ['log', [1, 2]];
const sealed = (envelope: Envelope, items: readonly Item[] = [hint]): string => {
  const [text, ...others] = envelope.seal(items, now);
  assert.ok(text !== undefined && others.length === 0);
  return text;
};

test('Hints reach other nodes in texts that every bus takes, and not the node that sent them', () => {
  const [here, there] = [makeEnvelope(), makeEnvelope()];
  const items = Array.from({ length: 1000 }, (_, i): Item => ['log', [i, 'é'.repeat(20)]]);
  const texts = here.seal(items, now);
  assert.ok(texts.length > 1 && texts.every((text) => Buffer.byteLength(text) <= largestText));
  assert.deepEqual(
    texts.flatMap((text) => there.open(text, now)),
    items,
  );
  assert.deepEqual(
    texts.flatMap((text) => here.open(text, now)),
    [],
  );
});

test('A hint that is too long for a text is left out, and the others are sent', () => {
  const here = makeEnvelope();
  const frame = JSON.stringify(['log', '']).length + 1;
  for (const length of [mostBytes - frame - 1, mostBytes - frame]) {
    const text = sealed(here, [['log', 'x'.repeat(length)]]);
    assert.ok(text.length > largestText - 120 && text.length <= largestText);
  }
  const long: Item = ['log', 'x'.repeat(mostBytes - frame + 1)];
  assert.deepEqual(here.seal([long], now), []);
  assert.deepEqual(makeEnvelope().open(sealed(here, [long, hint]), now), [hint]);
});

test('Nobody without the secrets reads a hint', () => {
  const here = makeEnvelope();
  const items: Item[] = [['presence', ['of the warp', 4]]];
  const [text, again] = [sealed(here, items), sealed(here, items)];
  assert.notEqual(text, again);
  const bytes = Buffer.from(text.slice(36), 'base64');
  for (const word of ['warp', 'presence']) assert.ok(!bytes.includes(word) && !text.includes(word));
  const unrelated = makeEnvelope({ serverKey: Buffer.alloc(32, 8) });
  assert.deepEqual(unrelated.open(text, now), []);
  assert.notEqual(unrelated.subject, here.subject);
});

test('Texts that no node of this server has made are ignored', () => {
  const [here, there] = [makeEnvelope(), makeEnvelope()];
  const text = sealed(here);
  const unrelated = makeEnvelope({ serverKey: Buffer.alloc(32, 8) });
  const name = text.slice(0, 36);
  const forged = ['', 'x', name, text.slice(1), `${text}AAAA`, text.slice(0, -4), sealed(unrelated)];
  const renamed = [sealed(unrelated), sealed(there)].map((other) => name + other.slice(36));
  const bytes = Buffer.from(text.slice(36), 'base64');
  const changed = [0, 14, bytes.length - 1].map((at) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return name + copy.toString('base64');
  });
  const reader = makeEnvelope();
  for (const one of [...forged, ...renamed, ...changed]) assert.deepEqual(reader.open(one, now), []);
  assert.deepEqual(reader.open(text, now), [hint]);
});

test('Hints of a copy of the database, whose nodes have the same secrets, are ignored', () => {
  const [here, there] = [makeEnvelope(), makeEnvelope({ database: 'another' })];
  assert.deepEqual(there.open(sealed(here), now), []);
  there.belongsTo('one');
  assert.deepEqual(there.open(sealed(here), now), [hint]);
  there.belongsTo('another');
  assert.deepEqual(there.open(sealed(here), now), []);
});

test('A hint that comes again ten seconds later is ignored', () => {
  const text = sealed(makeEnvelope());
  assert.deepEqual(makeEnvelope().open(text, now + 10_000), [hint]);
  assert.deepEqual(makeEnvelope().open(text, now + 10_001), []);
});

test('A hint that someone sends again is read once, however it is written', () => {
  const [here, there] = [makeEnvelope(), makeEnvelope()];
  const [text, later] = [sealed(here), sealed(here)];
  assert.deepEqual(there.open(text, now), [hint]);
  for (const time of [now, now + 9000, now + 10_000])
    for (const again of [text, `${text.slice(0, 40)}\n${text.slice(40)}`])
      assert.deepEqual(there.open(again, time), []);
  assert.deepEqual(there.open(later, now + 10_000), [hint]);
  assert.deepEqual(there.open(later, now + 10_000), []);
});
