/** The hook for topics that are deleted, or renamed or moved with all their messages. */
import { defineHook } from '../log/index.ts';

export interface TopicPlace {
  channelId: number;
  topic: string;
}

export interface TopicEnded {
  from: TopicPlace;
  /** The topic that has its messages now, and whether others were there before; undefined if they were deleted. */
  to?: TopicPlace & { hadMessages: boolean };
}

/** Reactions move what people have set for the topic, or delete it: a later topic of this name is another one. */
export const topicEnded = defineHook<TopicEnded>('topic ended');
