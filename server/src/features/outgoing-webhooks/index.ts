/** The feature: outgoing webhooks. */
import { BotPath, botTypes } from '../../../../wire/bots.ts';
import { EmptyResponse } from '../../../../wire/core.ts';
import { DeliveryPath, GetDeliveriesResponse } from '../../../../wire/deliveries.ts';
import { defineJob, enqueue } from '../../core/jobs/index.ts';
import { on, type Tx } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { messageStored, type SentMessage } from '../message-send/index.ts';
import { deleteOldDeliveries, getDeliveries, sendAgain, jobs } from './deliveries.ts';
import { callWebhook } from './webhook.ts';
import { canReadChannel } from '../../core/channels/index.ts';

export { recordDelivery, isCallFailure, newExchange, post } from './deliveries.ts';
export { notifyBotOwner } from './webhook.ts';
export { type Body, objectIn } from './serialize-call.ts';

const deliveryRoutes = [
  route({
    method: 'GET',
    path: '/heddle/bots/:bot_id/deliveries',
    operationId: 'heddle-get-deliveries',
    policy: 'botKeepers',
    leaves: 'nothing',
    params: BotPath,
    response: GetDeliveriesResponse,
    handle: async ({ app, me, params }) => ({
      deliveries: await getDeliveries(app.db.read, me, params.bot_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/heddle/bots/:bot_id/deliveries/:delivery_id/send',
    operationId: 'heddle-send-delivery-again',
    policy: 'botKeepers',
    leaves: 'nothing',
    personal: true,
    params: DeliveryPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => sendAgain(tx, me, params.bot_id, params.delivery_id),
  }),
];

export const outgoingWebhooksFeature = defineFeature({
  routes: deliveryRoutes,
  jobs: [defineJob(jobs.callWebhook, callWebhook, 'webhooks')],
  expiries: [deleteOldDeliveries],
  reactions: [on(messageStored, callWebhooks)],
});

// Which outgoing webhook bots a new message calls: those mentioned by name, and recipients of direct messages.

/** Messages of bots call no bot: two that mention each other would never stop. */
async function callWebhooks(tx: Tx, { id, sender, mentioned, place }: SentMessage): Promise<void> {
  if (sender.isBot) return;
  const isDirect = 'people' in place;
  const trigger = isDirect ? 'direct_message' : 'mention';
  const called = isDirect ? place.people.map((user) => user.id) : mentioned;
  for (const botId of called) {
    const bot = tx.cache.users.get(botId);
    if (bot?.botType !== botTypes.outgoing || !bot.isActive) continue;
    if (!isDirect && !canReadChannel(tx.cache, place.channel, bot)) continue;
    await enqueue(tx, jobs.callWebhook, { botId, messageId: id, trigger });
  }
}
