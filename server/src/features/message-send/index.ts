/** The feature: message send. */
import { RenderMessageResponse, RenderMessageParams } from '../../../../wire/edits.ts';
import { SendMessageResponse, SendMessageParams } from '../../../../wire/messages.ts';
import { jobSetAside } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { usualChannel } from '../../core/bots/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deleteGroupMentions } from './mentioned.ts';
import { notifyOfSetAsideJob } from './notify-owners.ts';
import { deleteSendKeys } from './resend.ts';
import { renderText } from './render-text.ts';
import { sendMessage } from './send.ts';

export { draftSources } from './draft-sources.ts';
export { type Draft, prepareDraft } from './draft.ts';
export { type SentMessage, messageStored } from './hooks.ts';
export { type MentionPlace, type Mentions, presence, replaceMentions, resolveMentions } from './mentioned.ts';
export { mentionSource } from './mentions.ts';
export {
  announceChannels,
  asCode,
  draftFor,
  getMention,
  inBold,
  notificationBot,
  systemBot,
  notifySubscribed,
} from './notification-bot.ts';
export { notifyOwners } from './notify-owners.ts';
export { getRenderOptions } from './render-options.ts';
export { isSent, rememberSend, sentBefore } from './resend.ts';
export { type SendRequest, sendDirect, sendMessage, sendToChannel } from './send.ts';
export { type Reading, keepsUnread, getTraits } from './store-message.ts';

const messageSendRoutes = [
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'send-message',
    policy: 'senders',
    personal: true,
    scope: 'send',
    takesChannelKeys: 'handler',
    params: SendMessageParams,
    response: SendMessageResponse,
    handle: async ({ app, me, params, client, origin, header }) => {
      const to = params.to === '' ? await usualChannel(app.db.read, me, params.type) : params.to;
      const request = { ...params, to, origin, idempotencyKey: header('idempotency-key') };
      return sendMessage(app, me, request, client);
    },
  }),
  route({
    method: 'POST',
    path: '/messages/render',
    operationId: 'render-message',
    policy: 'signedIn',
    personal: true,
    scope: 'read',
    params: RenderMessageParams,
    response: RenderMessageResponse,
    handle: async ({ app, me, params, origin }) => ({
      rendered: await renderText(app, me, params.content, origin),
    }),
  }),
];

export const messageSendFeature = defineFeature({
  routes: messageSendRoutes,
  expiries: [deleteSendKeys],
  reactions: [on(messagesHidden, deleteGroupMentions), on(jobSetAside, notifyOfSetAsideJob)],
});
