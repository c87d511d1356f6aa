/** One valid object of each kind, for tests. */
export { channelExample as channel } from './channels.ts';
export { groupExample as group } from './groups.ts';
export {
  channelMessageExample as channelMessage,
  directMessageExample as directMessage,
} from './messages.ts';
export { subscriptionExample as subscription } from './subscriptions.ts';
export { userExample as user } from './users.ts';
