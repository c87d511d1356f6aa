/** The feature: status. */
import { defineFeature } from '../../http/feature.ts';
import { statusEvents } from './events.ts';
import { statusRoutes } from './routes.ts';
import { statusState } from './state.ts';
import { on } from '../../core/log/index.ts';
import { profileDeleted } from '../../core/users/index.ts';
import { clearStatus, expireStatus } from './actions.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { statusJobs } from './jobs.ts';

export const statusFeature = defineFeature({
  routes: statusRoutes,
  registerState: statusState,
  events: statusEvents,
  jobs: [defineJob(statusJobs.expireStatus, expireStatus)],
  reactions: [on(profileDeleted, (tx, user) => clearStatus(tx, user.id))],
});
