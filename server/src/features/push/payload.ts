/** The JSON payload of Web Push and UnifiedPush, before encryption. */
import { truncate } from '../../lib/text.ts';

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

// The content of a push notification, for any push service, and what is stored of it until it is sent.

export interface MessageNotice {
  type: 'message';
  /** The recipient. */
  userId: number;
  messageId: number;
  /** Milliseconds since 1970. */
  sentAt: number;
  sender: { id: number; fullName: string };
  recipient:
    | { type: 'channel'; channelId: number; channelName: string; topic: string }
    /** Ascending; everyone in the conversation, the reader too. */
    | { type: 'direct'; userIds: readonly number[] };
  title: string;
  /** Plain text; with `isHidden` a placeholder for the content. */
  body: string;
  isHidden: boolean;
  /** Labels of its actions, in the language of the recipient. */
  labels: { reply: string; read: string; failed: string };
}

interface TestNotice {
  type: 'test';
  title: string;
  body: string;
}

/** Removes the notifications of messages that were read or deleted. */
export interface RemoveNotice {
  type: 'remove';
  messageIds: readonly number[];
}

export type Notice = MessageNotice | TestNotice | RemoveNotice;

/**
 * A notification that waits: a message is only named, and looked up at each attempt, so that it is shown as its recipient
 * may read it then. Earlier versions stored more of it.
 */
export type WaitingNotice = { type: 'message'; messageId: number } | RemoveNotice;
