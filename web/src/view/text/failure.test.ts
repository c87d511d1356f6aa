import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureText } from './failure.ts';

const refused = {
  kind: 'refused',
  status: 403,
  code: 'BAD_REQUEST',
  message: 'Insufficient permission',
  data: {},
} as const;

test('A failure shows the message of the server', () => {
  assert.equal(failureText(refused), 'Insufficient permission');
});

test('A rate-limited request shows how long to wait', () => {
  const often = { kind: 'unavailable', status: 429 } as const;
  assert.match(failureText({ ...often, retryAfterMs: 12_300 }), /in 13 seconds/);
  assert.match(failureText({ ...often, retryAfterMs: 0 }), /in 1 second\./);
  assert.match(failureText(often), /in a moment/);
});

test('A storage failure is not shown as a rate limit', () => {
  const full = { kind: 'unavailable', status: 503, retryAfterMs: 10_000, reason: 'disk_full' } as const;
  assert.match(failureText(full), /cannot save/);
});

test('A temporarily unavailable server and a server error are distinguished', () => {
  assert.match(failureText({ kind: 'unavailable', status: 503 }), /busy/);
  assert.match(failureText({ kind: 'unavailable', status: 500 }), /error \(500\)/);
  assert.match(failureText({ kind: 'unreachable' }), /cannot reach/i);
});
