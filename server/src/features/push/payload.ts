/** The JSON payload of Web Push and UnifiedPush, before encryption. */
import { truncate } from '../../lib/text.ts';
import type { Notice } from './notice.ts';

/**
 * Writes a notification as JSON of at most `largest` bytes: the text of a message is shortened until it fits. Longer if
 * it does not fit without its text.
 */
export function fitJson(notice: Notice, largest: number, write: (notice: Notice) => object): Buffer {
  const writeJson = (one: Notice) => Buffer.from(JSON.stringify(write(one)));
  let json = writeJson(notice);
  if (notice.type !== 'message') return json;
  for (let limit = notice.body.length >> 1; json.length > largest && limit > 0; limit >>= 1)
    json = writeJson({ ...notice, body: truncate(notice.body, limit, '…') });
  return json;
}

/** @param kind Apps have their own labels for the actions of a notification. */
export function webPushPayload(notice: Notice, kind: 'web' | 'unifiedpush'): Record<string, unknown> {
  switch (notice.type) {
    case 'test':
      return { type: 'test', title: notice.title, body: notice.body };
    case 'remove':
      return { type: 'remove', message_ids: notice.messageIds };
    case 'message': {
      const { recipient } = notice;
      return {
        type: 'message',
        user_id: notice.userId,
        message_id: notice.messageId,
        time: Math.floor(notice.sentAt / 1000),
        sender_id: notice.sender.id,
        title: notice.title,
        body: notice.body,
        ...(recipient.type === 'channel'
          ? {
              recipient_type: 'channel',
              channel_id: recipient.channelId,
              channel_name: recipient.channelName,
              topic: recipient.topic,
            }
          : { recipient_type: 'direct', user_ids: recipient.userIds }),
        ...(kind === 'web' && { labels: notice.labels }),
      };
    }
  }
}
