/** The feature: scheduled messages. */
import { defineJob } from '../../core/jobs/job.ts';
import { defineFeature } from '../../http/feature.ts';
import { deliverScheduled } from './deliver.ts';
import { jobs } from './jobs.ts';
import { scheduledRoutes } from './routes.ts';
import { scheduledState } from './state.ts';
import { on } from '../../core/log/hooks.ts';
import { unsentContents } from '../uploads/hooks.ts';
import { waitingContents } from './queries.ts';

export const scheduledMessagesFeature = defineFeature({
  routes: scheduledRoutes,
  registerState: scheduledState,
  jobs: [defineJob(jobs.deliverScheduled, deliverScheduled)],
  reactions: [on(unsentContents, (tx) => waitingContents(tx, tx.orgId))],
});
