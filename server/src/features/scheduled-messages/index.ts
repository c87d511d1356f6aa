/** The feature: scheduled messages. */
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { unsentContents } from '../uploads/index.ts';
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deliverScheduled } from './deliver.ts';
import { jobs } from './jobs.ts';
import { scheduledRoutes } from './routes.ts';
import { scheduledState } from './state.ts';
import { waitingContents } from './queries.ts';

export { deliveryTime, insertScheduled, removeScheduled } from './insert.ts';
export { jobs as scheduledJobs } from './jobs.ts';
export { ownRow, getReminders, remindersAbout, remindersIn } from './queries.ts';
export { reminderObjects } from './reminder-content.ts';
export type { ScheduledRow } from './serialize.ts';

export const scheduledMessagesFeature = defineFeature({
  routes: scheduledRoutes,
  events: { scheduled_messages: personal },
  registerState: scheduledState,
  jobs: [defineJob(jobs.deliverScheduled, deliverScheduled)],
  reactions: [on(unsentContents, (tx) => waitingContents(tx, tx.orgId))],
});
