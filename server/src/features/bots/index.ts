/** The feature: bots. */
import { defineJob } from '../../core/jobs/job.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { botRoutes } from './routes.ts';
import { botState } from './state.ts';
import { callWebhook } from './webhook.ts';
import { on } from '../../core/log/hooks.ts';
import { messageStored } from '../message-send/hooks.ts';
import { callWebhooks } from './trigger.ts';

export const botsFeature = defineFeature({
  routes: botRoutes,
  registerState: botState,
  jobs: [defineJob(jobs.callWebhook, callWebhook)],
  reactions: [on(messageStored, callWebhooks)],
});
