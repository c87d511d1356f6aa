import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { untilLeft } from './call.ts';

test('The signal of a request is aborted once its client has disconnected', async () => {
  const response = new PassThrough();
  const signal = untilLeft(response);
  assert.equal(signal.aborted, false);
  const aborted = once(signal, 'abort');
  response.destroy();
  await aborted;
  assert.throws(() => signal.throwIfAborted(), { key: 'requests.ended-early' });
});

test('The signal of a request is not aborted when its client has the response', async () => {
  const response = new PassThrough();
  const signal = untilLeft(response);
  const closed = once(response, 'close');
  response.end('whole');
  response.resume();
  await closed;
  assert.equal(signal.aborted, false);
});
