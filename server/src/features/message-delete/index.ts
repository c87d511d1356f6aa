/** The feature: message delete. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteSent } from './delete-sent.ts';
import { deletionEvents } from './events.ts';
import { expireMessages } from './expire.ts';
import { jobs } from './jobs.ts';
import { messageDeleteRoutes } from './routes.ts';

export { eraseMessageRows, eraseMessages, moveBeginning, shrinkTopic } from './erase.ts';
export { jobs as messageDeleteJobs } from './jobs.ts';

export const messageDeleteFeature = defineFeature({
  routes: messageDeleteRoutes,
  events: deletionEvents,
  jobs: [defineJob(jobs.deleteSent, deleteSent)],
  maintenance: [(app, isStopped) => expireMessages(app, isStopped)],
});
