import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { channelMessage } from '../../../../wire/examples.ts';
import { after, ann, ben, cat, design, direct, flagged, inChannel, start } from '../examples.ts';
import { keepMessages } from '../index.ts';

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
