/** The feature: sign in. */
import { defineJob } from '../../core/jobs/job.ts';
import { defineFeature } from '../../http/feature.ts';
import { jobs } from './jobs.ts';
import { sendResetLink } from './reset-password.ts';
import { signInRoutes } from './routes.ts';

export const signInFeature = defineFeature({
  jobs: [defineJob(jobs.resetPassword, sendResetLink)],
  routes: signInRoutes,
});
