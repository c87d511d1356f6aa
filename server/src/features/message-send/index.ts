/** The feature: message send. */
import { RenderMessageResponse, RenderMessageParams } from '../../../../wire/edits.ts';
import { SendMessageResponse, SendMessageParams } from '../../../../wire/messages.ts';
import { jobSetAside, type SetAsideJob } from '../../core/jobs/index.ts';
import { on, type Tx } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { usualChannel } from '../../core/bots/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deleteGroupMentions } from './mentioned.ts';
import { deleteSendKeys } from './resend.ts';
import { sendMessage, sendDirect } from './send.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Principal, textsOfPerson } from '../../core/organization/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { draftSources, prepareDraft } from './draft.ts';
import { roles } from '../../../../wire/core.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { draftFor, notificationBot } from './notification-bot.ts';

// Notifies the owners of an organization by direct message, and thus by email if they are away.

/** @param getText In the language of an owner. */
export async function notifyOwners(tx: Tx, getText: (t: Texts) => string): Promise<void> {
  const owners = [...tx.cache.users.values()].filter(
    (user) => user.role === roles.owner && user.isActive && !user.isBot,
  );
  for (const owner of owners) {
    const draft = draftFor(tx, owner, getText(textsOfPerson(tx.cache, owner)));
    await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
  }
}

const notifyOfSetAsideJob = (tx: Tx, { id, kind, crashes }: SetAsideJob): Promise<void> =>
  notifyOwners(tx, (t) => t('notices.jobSetAside', { id: String(id), kind, times: crashes }));
export { draftSources, type Draft, prepareDraft, getRenderOptions, mentionSource } from './draft.ts';
export { type SentMessage, messageStored } from './hooks.ts';
export { type MentionPlace, type Mentions, presence, replaceMentions, resolveMentions } from './mentioned.ts';
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

// POST /messages/render: renders a text as a message of the caller.

/** Stores nothing and emits no event. @throws ApiError for text that cannot be a message; empty text renders as ''. */
async function renderText(
  app: AppContext,
  me: Principal,
  content: string,
  organizationUrl: string,
): Promise<string> {
  if (content.trim() === '') return '';
  const sources = await draftSources(app.db.read, me, content);
  const linked = mediaProxy(app.secrets);
  return prepareDraft(me, content, { ...sources, linked, organizationUrl }).rendered.html;
}
