import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { channelMessage } from '../../../../wire/examples.ts';
import { after, ann, ben, cat, design, direct, flagged, inChannel, start } from '../examples.ts';
import { keepMessages } from '../index.ts';
import { typingKey, type Typists } from './typing.ts';

describe('Messages', () => {
  it('Messages are stored as they arrive, with the reader’s flags', () => {
    const state = after(start(), inChannel(100, design, 'lunch', ['mentioned']));
    assert.deepEqual(state.messages.get(100)?.flags, ['mentioned']);
    assert.equal(state.maxMessageId, 100);
  });

  it('Fetched messages are stored and do not count as new', () => {
    const state = start();
    keepMessages(state, [channelMessage]);
    assert.equal(state.messages.get(channelMessage.id)?.content, channelMessage.content);
    assert.deepEqual([state.maxMessageId, state.unreads.places.size], [90, 0]);
  });

  it('The first message of a channel is updated', () => {
    const state = after(start(), inChannel(100, design, 'a'), inChannel(101, design, 'a'));
    assert.equal(state.channels.get(design)?.first_message_id, 100);
  });

  it('A direct message makes its conversation the latest', () => {
    const state = start({ recent_private_conversations: [{ user_ids: [cat], max_message_id: 80 }] });
    after(state, direct(100, [ann, ben]), direct(101, [ann, ben]));
    assert.deepEqual(
      state.conversations,
      new Map([
        ['9', 80],
        ['8', 101],
      ]),
    );
  });

  it('Messages gain and lose flags, each once', () => {
    const state = after(start(), inChannel(100, design, 'a'));
    after(
      state,
      flagged('add', 'starred', [100]),
      flagged('add', 'starred', [100]),
      flagged('add', 'read', [100]),
    );
    assert.deepEqual(state.messages.get(100)?.flags, ['starred', 'read']);
    after(state, flagged('remove', 'starred', [100, 999]));
    assert.deepEqual(state.messages.get(100)?.flags, ['read']);
  });
});

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
