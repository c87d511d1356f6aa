import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, openReplyAddress, replyAddress, validDays } from './reply-address.ts';

const secrets = { serverKey: Buffer.alloc(32, 7) };
const pattern = 'Reply+%s@example.com';
const about = { orgId: 2, userId: 4711, messageId: 123_456_789_012 };
const now = 20_514 * dayMs + 5;
const address = replyAddress(secrets, pattern, about, now);

test('A reply address identifies user and message, even with letters in another case', () => {
  assert.ok((address.split('@')[0] ?? '').length <= 64);
  for (const form of [address, address.toLowerCase(), address.toUpperCase(), ` ${address} `])
    assert.deepEqual(openReplyAddress(secrets, pattern, form, now), about);
});

test('A forged reply address is refused', () => {
  const other = replyAddress(secrets, pattern, { ...about, userId: 4712 }, now);
  const [mine = '', theirs = ''] = [address, other].map((one) => one.split('@')[0] ?? '');
  const forged = `${theirs.slice(0, -24)}${mine.slice(-24)}@example.com`;
  const strange = { serverKey: Buffer.alloc(32, 8) };
  for (const one of [
    forged,
    '',
    '@',
    'reply+@example.com',
    'reply+1-2-3@example.com',
    `x${address}`,
    `${address}.org`,
  ])
    assert.equal(openReplyAddress(secrets, pattern, one, now), 'unknown');
  assert.equal(openReplyAddress(strange, pattern, address, now), 'unknown');
});

test('A reply address is valid for a month', () => {
  assert.deepEqual(openReplyAddress(secrets, pattern, address, now + validDays * dayMs), about);
  assert.equal(openReplyAddress(secrets, pattern, address, now + (validDays + 1) * dayMs), 'expired');
});
