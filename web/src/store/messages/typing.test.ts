import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, ann, ben, cat, design, start } from '../examples.ts';
import { typingKey, type Typists } from './typing.ts';

const ids = <Key>(map: ReadonlyMap<Key, Typists>): [Key, number[]][] =>
  [...map].map(([key, people]) => [key, [...people.keys()]]);

const person = (user_id: number) => ({ user_id, email: `${String(user_id)}@example.com` });
const inDesign = (op: 'start' | 'stop', user_id: number, topic: string) =>
  ({
    type: 'typing',
    op,
    message_type: 'stream',
    sender: person(user_id),
    stream_id: design,
    topic,
  }) as const;

test('Typing users are listed per conversation until they stop, without oneself', () => {
  const state = after(start(), inDesign('start', ben, 'lunch'), inDesign('start', cat, 'Lunch'));
  const key = typingKey({ channelId: design, topic: 'LUNCH' });
  assert.deepEqual(ids(state.typing.conversations), [[key, [ben, cat]]]);
  after(state, inDesign('stop', ben, 'lunch'), inDesign('stop', cat, 'dinner'));
  assert.deepEqual(ids(state.typing.conversations), [[key, [cat]]]);
  after(state, inDesign('stop', cat, 'lunch'), inDesign('start', ann, 'lunch'));
  assert.equal(state.typing.conversations.size, 0);
});

test('Typing users are tracked in direct conversations and message edits too', () => {
  const recipients = [person(ann), person(ben), person(cat)];
  const state = after(
    start(),
    { type: 'typing', op: 'start', message_type: 'direct', sender: person(cat), recipients },
    {
      type: 'typing_edit_message',
      op: 'start',
      sender_id: ben,
      message_id: 5,
      recipient: { type: 'direct', user_ids: [ann, ben] },
    },
  );
  const key = typingKey({ userIds: [cat, ben], ownId: ann });
  assert.deepEqual(ids(state.typing.conversations), [[key, [cat]]]);
  assert.deepEqual(ids(state.typing.messages), [[5, [ben]]]);
});
