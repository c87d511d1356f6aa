/** The feature: push notifications. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deliverWebPush } from './deliver.ts';
import { jobs } from './jobs.ts';
import { pushRoutes } from './routes.ts';

export {
  type QueuedNotice,
  enqueueNotices,
  getWaiting,
  mostPushAttempts,
  noticeToSend,
  PushFailed,
  settleNotice,
} from './deliver.ts';
export { type MissedMessage, getMissedMessages } from './missed-messages.ts';
export type { MessageNotice, Notice, WaitingNotice } from './notice.ts';
export { type PushOutcome, pushOutcome } from './outcome.ts';
export { fitJson } from './payload.ts';
export { deletePushSubscriptions, usersWithSubscriptions } from './subscriptions.ts';
export { keptSeconds } from './web-push.ts';

export const pushFeature = defineFeature({
  routes: pushRoutes,
  jobs: [jobs.sendWebPush, jobs.sendStoredWebPush].map((kind) =>
    defineJob(kind, deliverWebPush, { isSlow: true }),
  ),
});
