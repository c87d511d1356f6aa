import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, ben, cat, design, inChannel, start } from '../examples.ts';

const vote = (submessage_id: number, sender_id: number, message_id = 100) =>
  ({
    type: 'submessage',
    message_id,
    submessage_id,
    sender_id,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  }) as const;

test('Submessages are stored with their message once, in order', () => {
  const state = after(start(), inChannel(100, design, 'lunch'), vote(5, cat), vote(7, ben), vote(5, cat));
  assert.deepEqual(
    state.messages.get(100)?.submessages.map((one) => [one.id, one.sender_id]),
    [
      [5, cat],
      [7, ben],
    ],
  );
  after(state, vote(8, ben, 101));
  assert.equal(state.messages.has(101), false);
});
