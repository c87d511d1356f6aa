/** The JSON payload of Web Push and UnifiedPush, before encryption. */
import type { Notice } from './notice.ts';

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
