import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { UploadSlots } from './upload-slots.ts';

test('Clients that disconnect before their upload is handled do not use up the upload slots of a user', async () => {
  const slots = new UploadSlots();
  const raw = new PassThrough();
  raw.destroy();
  await once(raw, 'close');
  for (let i = 0; i < 25; i++) {
    slots.take(1, { raw });
    await new Promise(setImmediate);
  }
});

test('An upload beyond the slots of a user is refused until another one ends', async () => {
  const slots = new UploadSlots();
  const raws = Array.from({ length: 20 }, () => new PassThrough());
  for (const raw of raws) slots.take(1, { raw });
  const raw = new PassThrough();
  assert.throws(() => slots.take(1, { raw }), { code: 'RATE_LIMIT_HIT' });
  slots.take(2, { raw });
  raws[0]?.destroy();
  await new Promise(setImmediate);
  slots.take(1, { raw });
});
