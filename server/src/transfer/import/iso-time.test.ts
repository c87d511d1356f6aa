import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimeText } from './iso-time.ts';

test('Times without a zone are UTC wherever they are read, and say that they have none', (t) => {
  const before = process.env.TZ;
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = 'America/New_York';
  const read = (given: string) => {
    const time = parseTimeText(given);
    return time && [new Date(time.ms).toISOString().slice(0, 16), time.hasZone];
  };
  const noon = '2024-05-01T11:31';
  for (const given of ['2024-05-01 11:31', '2024-05-01T11:31:00', 'May 1, 2024 11:31 AM', '5/1/2024 11:31'])
    assert.deepEqual(read(given), [noon, false], given);
  for (const given of [
    '2024-05-01T11:31:00Z',
    '2024-05-01T11:31:00.0000000+00:00',
    '2024-05-01 13:31 +0200',
    'Wed, 01 May 2024 11:31:00 GMT',
    'May 1, 2024 04:31 PDT',
  ])
    assert.deepEqual(read(given), [noon, true], given);
  assert.deepEqual(read('2024-05-01'), ['2024-05-01T00:00', true]);
  assert.equal(read('yesterday'), undefined);
  assert.equal(read(''), undefined);
});
