/** The content of a push notification, whatever service delivers it. */

export interface MessageNotice {
  type: 'message';
  /** Who receives it. */
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
  /** Plain text; reveals nothing of the message where it is hidden. */
  body: string;
  isHidden: boolean;
  /** What can be done with it, in the language of who receives it. */
  labels: { reply: string; read: string; failed: string };
}

export interface TestNotice {
  type: 'test';
  title: string;
  body: string;
}

/** Takes away what was shown of these messages: they were read, or are gone. */
export interface RemoveNotice {
  type: 'remove';
  messageIds: readonly number[];
}

export type Notice = MessageNotice | TestNotice | RemoveNotice;
