import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compare } from './api-compare.ts';

const contract = {
  paths: {
    '/messages': { get: { operationId: 'get-messages' }, post: { operationId: 'send-message' } },
    '/users/{user_id}': { get: { operationId: 'get-user' } },
    '/users/{email}': { get: { operationId: 'get-user-by-email' } },
  },
};
const route = (method: string, path: string, operationId: string) => ({ method, path, operationId });

it('The API comparison sorts every documented operation into implemented or missing', () => {
  const { built, gaps, beyond, wrong } = compare(contract, [route('POST', '/messages', 'send-message')]);
  assert.deepEqual(built, ['POST /messages send-message']);
  assert.equal(gaps.length, 3);
  assert.deepEqual([beyond, wrong], [[], []]);
});

it('The API comparison matches paths by shape and operation IDs in either spelling', () => {
  const { built } = compare(contract, [route('GET', '/messages', 'getMessages')]);
  assert.deepEqual(built, ['GET /messages get-messages']);
});

it('The API comparison counts operations that HTTP cannot distinguish together', () => {
  const { built } = compare(contract, [route('GET', '/users/:userId', 'get-user')]);
  assert.deepEqual(built, ['GET /users/{user_id} get-user', 'GET /users/{email} get-user-by-email']);
});

it('The API comparison lists undocumented operations', () => {
  assert.deepEqual(compare(contract, [route('GET', '/health', 'health')]).beyond, ['GET /health health']);
});

it('The API comparison refuses an operation at another path and a path with another name', () => {
  const { wrong, built } = compare(contract, [
    route('PUT', '/messages', 'send-message'),
    route('GET', '/messages', 'list-messages'),
  ]);
  assert.equal(wrong.length, 2);
  assert.deepEqual(built, []);
});
