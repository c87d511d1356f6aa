/** The feature: outgoing webhooks. */
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messageStored } from '../message-send/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteOldDeliveries } from './deliveries.ts';
import { jobs } from './jobs.ts';
import { deliveryRoutes } from './routes.ts';
import { callWebhook } from './webhook.ts';
import { callWebhooks } from './trigger.ts';

export { recordDelivery } from './deliveries.ts';
export { isCallFailure, newExchange, post } from './exchange.ts';
export { notifyBotOwner } from './notify-owner.ts';
export { type Body, objectIn } from './serialize-call.ts';

export const outgoingWebhooksFeature = defineFeature({
  routes: deliveryRoutes,
  jobs: [defineJob(jobs.callWebhook, callWebhook, { isSlow: true })],
  expiries: [deleteOldDeliveries],
  reactions: [on(messageStored, callWebhooks)],
});
