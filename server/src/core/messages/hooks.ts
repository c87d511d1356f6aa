/** The hooks by which features react to changes of messages and topics. */
import { defineHook } from '../log/index.ts';

/** Messages whose content, rendering or place changed. */
export interface MessagesChanged {
  /** Ascending. */
  ids: readonly number[];
  /** Whether they are in another topic or channel now. */
  hasMoved: boolean;
}

/** Runs after everything was stored and the change was emitted; reactions emit what else shows the messages. */
export const messagesChanged = defineHook<MessagesChanged>('messages changed');

/** Messages that are deleted, or moved to where some of their readers have no access. */
export interface MessagesHidden {
  /** Ascending. */
  ids: readonly number[];
  /** Who loses access; undefined where the messages are deleted for everyone. */
  userIds?: readonly number[];
}

/** Runs while the rows of the messages still exist; reactions delete their rows about these messages. */
export const messagesHidden = defineHook<MessagesHidden>('messages hidden');

export interface TopicPlace {
  channelId: number;
  topic: string;
}

/** A topic that is deleted, or renamed or moved with all its messages. */
export interface TopicEnded {
  from: TopicPlace;
  /** The topic that has its messages now, and whether others were there before; undefined if they were deleted. */
  to?: TopicPlace & { hadMessages: boolean };
}

/** Reactions move what people have set for the topic, or delete it: a later topic of this name is another one. */
export const topicEnded = defineHook<TopicEnded>('topic ended');
