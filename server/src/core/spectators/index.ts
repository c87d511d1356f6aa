/** What other rooms use of spectators: people who read open channels without an account. */
export { isListed, openChannels, spectatorReader } from './access.ts';
export {
  channelFeedPath,
  channelPath,
  leadingId,
  messagePath,
  topicFeedPath,
  topicPath,
} from './addresses.ts';
export { spectatorBudget } from './budget.ts';
export { type ShownPlace, publicChanges } from './changes.ts';
export {
  publicContent,
  publicContext,
  type RecentMessage,
  newestOfChannel,
  newestOfTopic,
} from './content.ts';
export { channelSizes, listTopics } from './listed-topics.ts';
export { hidesNames, publicAvatarUrl, publicHtml, publicMarkdown, publicName } from './names.ts';
export {
  type PlacedMessage,
  type PublicMessage,
  type PublicTopic,
  countBefore,
  idsAfter,
  messagesOfTopic,
  newestTopics,
  newestTopicsByChannel,
  openChannel,
  openMessages,
  topicByName,
  topicOfMessage,
} from './topics.ts';
