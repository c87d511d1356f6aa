import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi, getFailure, Budget } from './api.ts';

const headers = (remaining: number) =>
  new Headers({ 'X-RateLimit-Limit': '200', 'X-RateLimit-Remaining': String(remaining) });

test('There is room until little of the limit is left, and again when its period has passed', () => {
  let now = 0;
  const budget = new Budget(() => now);
  assert.equal(budget.hasRoom, true);
  budget.note(headers(150));
  assert.equal(budget.hasRoom, true);
  budget.note(headers(60));
  budget.note(new Headers());
  assert.equal(budget.hasRoom, false);
  now += 60_000;
  assert.equal(budget.hasRoom, true);
});

test('While little of the limit is left, requests that nobody waits for are not sent, and all others are', async () => {
  const asked: string[] = [];
  const api = createApi((url) => {
    asked.push(typeof url === 'string' ? url : '');
    return Promise.resolve(Response.json({ result: 'success', msg: '' }, { headers: headers(60) }));
  });
  await api.post('/typing', {}, { isOptional: true });
  const failure = getFailure(
    await api.post('/typing', {}, { isOptional: true }).catch((error: unknown) => error),
  );
  assert.deepEqual(failure, { kind: 'unavailable', status: 429 });
  await api.post('/messages');
  assert.deepEqual(asked, ['/api/v1/typing', '/api/v1/messages']);
});
