/** The feature: message delete. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteSent } from './delete-sent.ts';
import { encodeDeletion } from './encode.ts';
import { expireMessages } from './expire.ts';
import { jobs } from './jobs.ts';
import { messageDeleteRoutes } from './routes.ts';

export { eraseMessageRows, eraseMessages, moveBeginning, shrinkTopic } from './erase.ts';
export { jobs as messageDeleteJobs } from './jobs.ts';

export const messageDeleteFeature = defineFeature({
  routes: messageDeleteRoutes,
  encoders: { delete_message: encodeDeletion },
  jobs: [defineJob(jobs.deleteSent, deleteSent)],
  maintenance: [(app, isStopped) => expireMessages(app, isStopped)],
});
