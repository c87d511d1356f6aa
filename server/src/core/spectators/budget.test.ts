import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../lib/errors.ts';
import { SpectatorBudget } from './budget.ts';

/** Seconds after which a refused request may be repeated; 0 if it was let in. */
function wait(budget: SpectatorBudget, now: number, ip = '192.0.2.1'): number {
  try {
    budget.count('page', ip, now);
    return 0;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 429);
    return error.data['retry-after'] as number;
  }
}

const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

test('Spectators are limited by address, each on its own', () => {
  const budget = new SpectatorBudget(false);
  for (let n = 0; n < 300; n++) assert.equal(wait(budget, 0), 0);
  assert.ok(wait(budget, 0) > 0);
  assert.equal(wait(budget, 0, '192.0.2.2'), 0);
  assert.equal(wait(budget, 120_000), 0);
});

test('Spectators are limited in total, from however many addresses', () => {
  const budget = new SpectatorBudget(false);
  for (let n = 0; n < 12_000; n++) assert.equal(wait(budget, 0, address(n)), 0);
  assert.ok(wait(budget, 0, address(12_000)) > 0);
  assert.equal(wait(budget, 120_000, address(12_000)), 0);
});

test('Serving spectators takes a tenth of the time at most, beyond short bursts', () => {
  const budget = new SpectatorBudget(false);
  budget.begin(0);
  budget.begin(0);
  budget.end(5000);
  budget.end(5000);
  const seconds = wait(budget, 5000);
  assert.ok(seconds > 0);
  assert.equal(wait(budget, 5000 + seconds * 1000 + 1), 0);
});

test('Requests that are not served cost no time', () => {
  const budget = new SpectatorBudget(false);
  budget.begin(0);
  budget.end(1);
  assert.equal(wait(budget, 600_000), 0);
});

test('A server without rate limits has none for spectators', () => {
  const budget = new SpectatorBudget(true);
  budget.begin(0);
  for (let n = 0; n < 1000; n++) assert.equal(wait(budget, 100_000), 0);
});
