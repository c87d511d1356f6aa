/** What agents can do. */
import type { Tool } from '../tool.ts';
import { listChannels, listTopics, listUsers, whoAmI } from './directory.ts';
import { getMessage, readDirectMessages, readTopic, searchMessages } from './read.ts';
import { addReaction, removeReaction, sendDirectMessage, sendMessage } from './write.ts';

export const tools: readonly Tool[] = [
  whoAmI,
  searchMessages,
  readTopic,
  readDirectMessages,
  getMessage,
  listChannels,
  listTopics,
  listUsers,
  sendMessage,
  sendDirectMessage,
  addReaction,
  removeReaction,
];
