import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MessageNotice, fitJson } from './payload.ts';

const notice: MessageNotice = {
  type: 'message',
  userId: 1,
  messageId: 2,
  sentAt: 3,
  isHidden: false,
  sender: { id: 4, fullName: 'Ada Quill' },
  recipient: { type: 'direct', userIds: [1, 4] },
  title: 'Ada Quill',
  body: '🧵'.repeat(200),
  labels: { reply: 'Reply', read: 'Mark as read', failed: 'Failed' },
};

test('The text of a notification is shortened until it fits, and nothing else is', () => {
  const write = (given: object) => given;
  const whole = JSON.stringify(notice);
  assert.equal(fitJson(notice, Buffer.byteLength(whole), write).toString(), whole);
  for (const largest of [900, 600, 400, 290, 0]) {
    const json = fitJson(notice, largest, write);
    const { body, ...rest } = JSON.parse(json.toString()) as MessageNotice;
    assert.ok(json.length <= Math.max(largest, 290), `${json.length} bytes of ${largest}`);
    assert.match(body, /^(?:🧵)*…$/u);
    assert.deepEqual({ ...rest, body: notice.body }, notice);
  }
  const removal = { type: 'remove', messageIds: [1, 2, 3] } as const;
  assert.equal(fitJson(removal, 10, write).toString(), JSON.stringify(removal));
});
