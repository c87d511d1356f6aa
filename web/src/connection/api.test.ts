import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, createApi, getFailure, Budget } from './api.ts';

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

/** An API whose connection fails for as many requests. */
function behindBadLine(failing: number) {
  const asked: string[] = [];
  const api = createApi(async (_url, init) => {
    asked.push(init?.method ?? '');
    if (asked.length <= failing) throw new TypeError('Failed to fetch');
    return Response.json({ result: 'success', msg: '' });
  });
  return { api, asked };
}

test('A read request is repeated once when the connection fails', async () => {
  const once = behindBadLine(1);
  await once.api.get('/users');
  assert.deepEqual(once.asked, ['GET', 'GET']);
  const broken = behindBadLine(3);
  await assert.rejects(broken.api.get('/users'), ApiError);
  assert.deepEqual(broken.asked, ['GET', 'GET']);
});

test('A write request, and a read that must not be repeated, is sent once', async () => {
  const { api, asked } = behindBadLine(3);
  await assert.rejects(api.post('/messages'), ApiError);
  await assert.rejects(api.get('/events', {}, { isOnce: true }), ApiError);
  await assert.rejects(api.delete('/messages/1'), ApiError);
  assert.deepEqual(asked, ['POST', 'GET', 'DELETE']);
});

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
