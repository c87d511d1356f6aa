import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { ann, ben, design, direct, inChannel, start } from '../examples.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { CachedRange } from './offline-history.ts';
import { readOffline, settled, withOlder } from './reading-offline.ts';
import { serialize } from './serialized.ts';

const lunch: Narrow = { kind: 'topic', channelId: design, topic: 'lunch' };
const tea: Narrow = { kind: 'topic', channelId: design, topic: 'tea' };

const page = (lastEventId: number, ...sent: ReturnType<typeof inChannel>[]) => ({
  lastEventId,
  side: 'around' as const,
  response: serialize<GetMessagesResponse>({
    messages: sent.map(({ message, flags }) => ({ ...message, flags })),
    found_anchor: true,
    found_oldest: true,
    found_newest: true,
    history_limited: false,
  }),
});

const deletion: Event = {
  id: 8,
  type: 'delete_message',
  message_type: 'stream',
  stream_id: design,
  topic: 'lunch',
  message_ids: [1],
};

const idsIn = (found: GetMessagesResponse | undefined) => found?.messages.map(({ id }) => id);

test('Unread messages are found offline in their topics and direct conversations', () => {
  const unread = page(7, inChannel(1, design, 'lunch'), inChannel(2, design, 'tea'), direct(3, [ann, ben]));
  const read = (narrow: Narrow) => idsIn(readOffline({ unread }, [], narrow, start()));
  assert.deepEqual(read(lunch), [1]);
  assert.deepEqual(read({ kind: 'direct', userIds: [ben] }), [3]);
  assert.equal(read({ kind: 'topic', channelId: design, topic: 'supper' }), undefined);
});

test('A message that was changed or deleted since is not shown offline, even after its events were evicted', () => {
  const unread = page(7, inChannel(1, design, 'lunch'), inChannel(2, design, 'lunch'));
  assert.deepEqual(idsIn(readOffline({ unread }, [deletion], lunch, start())), [2]);
  assert.deepEqual(idsIn(readOffline({ unread }, [{ ...deletion, id: 7 }], lunch, start())), [1, 2]);
  assert.deepEqual(idsIn(readOffline(settled({ unread }, [deletion]), [], lunch, start())), [2]);
});

test('A recent conversation can be read offline in full, and the least recently used one is evicted', () => {
  const range = (narrow: Narrow, id: number): CachedRange => ({
    narrow,
    pages: [page(6, inChannel(id, design, 'topic' in narrow ? narrow.topic : ''))],
  });
  const older = withOlder([range(tea, 1)], [range(lunch, 2)], tea);
  assert.deepEqual(
    older.map(({ narrow }) => narrow),
    [lunch],
    'what is open is no older one',
  );
  assert.deepEqual(idsIn(readOffline({ older }, [], lunch, start())), [2]);
  const many = Array.from({ length: 30 }, (_, i) => range({ ...tea, topic: `tea ${String(i)}` }, i));
  const kept = withOlder(many, [range(lunch, 2)], tea);
  assert.equal(kept.length, 16);
  assert.deepEqual(kept[0]?.narrow, lunch);
});
