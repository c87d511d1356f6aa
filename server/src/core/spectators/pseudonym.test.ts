import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { derivePseudonym } from './names.ts';

const secrets = { serverKey: randomBytes(32) };
const organization = randomUUID();

test('A pseudonym is the same each time, and another for each person, organization and server', () => {
  const name = derivePseudonym(secrets, organization, 12);
  assert.match(name, /^[A-Z][a-z]+ [2-9B-Z]{6}$/);
  assert.equal(derivePseudonym(secrets, organization, 12), name);
  assert.notEqual(derivePseudonym(secrets, organization, 13), name);
  assert.notEqual(derivePseudonym(secrets, randomUUID(), 12), name);
  assert.notEqual(derivePseudonym({ serverKey: randomBytes(32) }, organization, 12), name);
});

test('Pseudonyms of an organization do not collide', () => {
  const fixed = { serverKey: new Uint8Array(32).fill(7) };
  const names = new Set(Array.from({ length: 2000 }, (_, id) => derivePseudonym(fixed, 'weavers', id)));
  assert.equal(names.size, 2000);
});
