/** The feature: push notifications to apps from an app store. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deliverMobilePush } from './deliver.ts';
import { jobs } from './jobs.ts';
import { registerToken } from './register-token.ts';
import { listRealmsAtRelay } from './relay-realms.ts';
import { mobilePushRoutes } from './routes.ts';

export { hasMobilePush } from './service.ts';
export { enqueuePushNotices, usersWithDevices } from './transports.ts';

export const mobilePushFeature = defineFeature({
  routes: mobilePushRoutes,
  jobs: [
    defineJob(jobs.registerToken, registerToken, { isSlow: true }),
    defineJob(jobs.sendMobilePush, deliverMobilePush, { isSlow: true }),
    defineJob(jobs.sendStoredMobilePush, deliverMobilePush, { isSlow: true }),
  ],
  maintenance: [listRealmsAtRelay],
});
