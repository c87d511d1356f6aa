import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationReasons } from './why-notified.ts';

const clock = { locale: 'en', hour12: false, timeZone: 'UTC' };
const now = 1_767_319_000;
const held = {
  trigger: 'mention',
  obstacle: null,
  email_state: 'none',
  push_state: 'delivered',
  quiet: 'paused',
  quiet_until: 1_767_323_000,
  urgent_at: null,
} as const;

test('A message that its sender did not want to wait says so instead of how long it waited', () => {
  const [, waited] = notificationReasons(held, { now, clock });
  assert.equal(waited, 'Held until 03:03 because do not disturb was on.');
  const [, urgent] = notificationReasons({ ...held, urgent_at: 1_767_320_000 }, { now, clock });
  assert.equal(urgent, 'The sender notified you although do not disturb was on.');
});

test('A person who has muted the sender was not notified, however urgent the message', () => {
  const muted = { ...held, obstacle: 'muted_sender', push_state: 'none', quiet: null, urgent_at: 1 } as const;
  assert.deepEqual(notificationReasons(muted, { now, clock }), [
    'You were not notified because you have muted the sender.',
  ]);
});
