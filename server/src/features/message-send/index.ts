/** The feature: message send. */
import { jobSetAside } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteGroupMentions } from './mentioned.ts';
import { notifyOfSetAsideJob } from './notify-owners.ts';
import { deleteSendKeys } from './resend.ts';
import { messageSendRoutes } from './routes.ts';

export { draftSources } from './draft-sources.ts';
export { type Draft, prepareDraft } from './draft.ts';
export { type SentMessage, messageStored } from './hooks.ts';
export { type MentionPlace, type Mentions, presence, replaceMentions, resolveMentions } from './mentioned.ts';
export { mentionSource } from './mentions.ts';
export {
  announceChannels,
  draftFor,
  getMention,
  notificationBot,
  systemBot,
  notifySubscribed,
} from './notification-bot.ts';
export { notifyOwners } from './notify-owners.ts';
export { getRenderOptions } from './render-options.ts';
export { isSent, rememberSend, sentBefore } from './resend.ts';
export { type SendRequest, sendDirect, sendMessage, sendToChannel } from './send.ts';
export { type Reading, keepsUnread, getTraits } from './store-message.ts';

export const messageSendFeature = defineFeature({
  routes: messageSendRoutes,
  expiries: [deleteSendKeys],
  reactions: [on(messagesHidden, deleteGroupMentions), on(jobSetAside, notifyOfSetAsideJob)],
});
