/** The feature: outgoing webhooks. */
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { messageStored } from '../message-send/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { callWebhook } from './webhook.ts';
import { callWebhooks } from './trigger.ts';

export const outgoingWebhooksFeature = defineFeature({
  jobs: [defineJob(jobs.callWebhook, callWebhook, { isSlow: true })],
  reactions: [on(messageStored, callWebhooks)],
});
