/** The feature: users. */
import { defineJob } from '../../core/jobs/job.ts';
import { defineFeature } from '../../http/feature.ts';
import { sendConfirmation } from './change-email.ts';
import { encodeUserEvent } from './events.ts';
import { jobs } from './jobs.ts';
import { userRoutes } from './routes.ts';
import { userState } from './state.ts';

export const usersFeature = defineFeature({
  routes: userRoutes,
  registerState: userState,
  encoders: { realm_user: encodeUserEvent },
  jobs: [defineJob(jobs.confirmEmail, sendConfirmation)],
});
