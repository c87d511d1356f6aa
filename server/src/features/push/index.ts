/** The feature: push notifications. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deliverWebPush } from './deliver.ts';
import { jobs } from './jobs.ts';
import { pushRoutes } from './routes.ts';

export { enqueueNotices, isWanted, mostPushAttempts, PushFailed, settleNotice } from './deliver.ts';
export type { MessageNotice, Notice, RemoveNotice } from './notice.ts';
export { type PushOutcome, pushOutcome } from './outcome.ts';
export { fitJson } from './payload.ts';
export { deletePushSubscriptions, usersWithSubscriptions } from './subscriptions.ts';
export { keptSeconds } from './web-push.ts';

export const pushFeature = defineFeature({
  routes: pushRoutes,
  jobs: [defineJob(jobs.sendWebPush, deliverWebPush, { isSlow: true })],
});
