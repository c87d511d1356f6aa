import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../view/narrow/address.ts';
import { noticeTag } from '../view/inbox/notices.ts';
import { makeNotice, type Push } from './push-notice.ts';

const labels = { reply: 'Reply', read: 'Mark as read', failed: 'Not sent' };
const common = { type: 'message', message_id: 9, user_id: 7, title: 'Ben', body: 'Come.', labels } as const;
const inTopic = (topic: string) => ({ ...common, recipient_type: 'channel', channel_id: 4, topic }) as const;
const direct = (user_ids: number[]) => ({ ...common, recipient_type: 'direct', user_ids }) as const;

test('A push notification leads to its conversation, and replaces the page’s notification for it', () => {
  const same = (push: Exclude<Push, { type: 'remove' }>, place: Parameters<typeof noticeTag>[0]) => {
    const { options } = makeNotice(push);
    assert.deepEqual(parseAddress(options.data.path), { screen: 'narrow', narrow: place });
    assert.equal(options.tag, noticeTag(place));
  };
  for (const topic of ['lunch', 'Größe/Maß ?#%', '..', '~x', ''])
    same(inTopic(topic), { kind: 'topic', channelId: 4, topic });
  same(direct([5, 7, 12]), { kind: 'direct', userIds: [5, 12] });
  same(direct([7]), { kind: 'direct', userIds: [] });
});

test('A push notification offers a reply and marking as read all messages it is about', () => {
  const { title, options } = makeNotice(inTopic('lunch'), [3, 8]);
  assert.deepEqual([title, options.body], ['Ben', 'Come.']);
  assert.deepEqual(options.data.messageIds, [3, 8, 9]);
  assert.deepEqual(options.data.to, { type: 'stream', to: '4', topic: 'lunch' });
  assert.deepEqual(makeNotice(direct([5, 7])).options.data.to, { type: 'direct', to: '[5,7]' });
  assert.deepEqual(
    options.actions?.map(({ action, title: said }) => [action, said]),
    [
      ['reply', 'Reply'],
      ['read', 'Mark as read'],
    ],
  );
});

test('A test notification leads to the settings of notifications', () => {
  const { options } = makeNotice({ type: 'test', title: 'Weavers', body: 'It works.' });
  assert.deepEqual(parseAddress(options.data.path), { screen: 'settings', page: 'notifications' });
  assert.equal(options.actions, undefined);
});
