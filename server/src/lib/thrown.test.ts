import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorMessage } from './thrown.ts';

test('The message about a host with several addresses is that of the first one, and not empty', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  assert.equal(errorMessage(new AggregateError(refused)), 'connect ECONNREFUSED ::1:5432');
  assert.equal(errorMessage(new AggregateError(refused, 'no address')), 'no address');
  assert.equal(errorMessage(new AggregateError([])), '');
  assert.equal(errorMessage(refused[1]), 'connect ECONNREFUSED 127.0.0.1:5432');
});
