/** The feature: bots that run inside the server. */
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { messageStored } from '../message-send/index.ts';
import { jobs } from './jobs.ts';
import { runBot } from './run.ts';
import { callBots } from './trigger.ts';

export const embeddedBotsFeature = defineFeature({
  jobs: [defineJob(jobs.runBot, runBot, { isSlow: true })],
  reactions: [on(messageStored, callBots)],
});
