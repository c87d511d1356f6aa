import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Places } from './places.ts';

test('One host takes no more than its places, all hosts together no more than there are, and each is given back', () => {
  const places = new Places({ all: 3, host: 2 });
  const take = (host: string) => places.take({ host });
  const [first, second, other] = [take('loom'), take('loom'), take('weft')];
  assert.ok(first && second && other);
  assert.equal(take('warp'), undefined);
  other();
  assert.equal(take('loom'), undefined);
  second();
  assert.ok(take('loom'));
  assert.ok(take('warp'));
});
