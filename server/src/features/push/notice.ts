/** The content of a push notification, for any push service, and what is stored of it until it is sent. */

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
