import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, ben, cat, design, inChannel, start } from '../examples.ts';

const reaction = (op: 'add' | 'remove', user_id: number, message_id = 100) =>
  ({
    type: 'reaction',
    op,
    message_id,
    emoji_name: 'tada',
    emoji_code: '1f389',
    reaction_type: 'unicode_emoji',
    user_id,
  }) as const;

test('Reactions are stored with their message, oldest first, until removed', () => {
  const state = after(start(), inChannel(100, design, 'lunch'), reaction('add', cat), reaction('add', ben));
  const people = () => state.messages.get(100)?.reactions.map((one) => one.user_id);
  assert.deepEqual(people(), [cat, ben]);
  after(state, reaction('add', ben), reaction('remove', cat), reaction('add', cat, 101));
  assert.deepEqual(people(), [ben]);
  assert.equal(state.messages.has(101), false);
});
