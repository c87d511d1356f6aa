/** The feature: notifications. */
import { defineJob } from '../../core/jobs/job.ts';
import { jobs as mentioned } from '../message-edit/jobs.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { forgetSettled } from './missed-rows.ts';
import { missedMessages } from './missed.ts';
import { notifier } from './notifier.ts';
import { tellMentioned } from './notify-mentioned.ts';
import { notificationRoutes } from './routes.ts';

export const notificationsFeature = defineFeature({
  routes: notificationRoutes,
  jobs: [defineJob(jobs.missedMessages, missedMessages), defineJob(mentioned.tellMentioned, tellMentioned)],
  workers: [notifier],
  expiries: [forgetSettled],
});
