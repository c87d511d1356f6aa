import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi, getFailure } from './api.ts';

const failureFrom = async (response: Response) => {
  const api = createApi(() => Promise.resolve(response));
  return getFailure(await api.post('/messages').catch((error: unknown) => error));
};

test('An error of a server that cannot store has its reason', async () => {
  const refusal = {
    result: 'error',
    msg: 'The disk is full.',
    code: 'SERVER_NOT_READY',
    reason: 'disk_full',
  };
  const response = Response.json(refusal, { status: 503, headers: { 'Retry-After': '10' } });
  const failure = { kind: 'unavailable', status: 503, retryAfterMs: 10_000, reason: 'disk_full' };
  assert.deepEqual(await failureFrom(response), failure);
});

test('An error of an unavailable server or its proxy has no storage reason', async () => {
  const stopping = { result: 'error', msg: 'The server is stopping.', code: 'SERVER_NOT_READY' };
  assert.deepEqual(await failureFrom(Response.json(stopping, { status: 503 })), {
    kind: 'unavailable',
    status: 503,
  });
  assert.deepEqual(await failureFrom(new Response('<h1>Bad Gateway</h1>', { status: 502 })), {
    kind: 'unavailable',
    status: 502,
  });
});
