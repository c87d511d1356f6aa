/** Runs jobs again that have failed for good or wait for a retry. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { retryJobs } from '../../../../core/jobs/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { changeJobs } from './change-jobs.ts';

export default adminCommand({
  options: Exact({ ids: Type.Array(Type.Integer()), dead: Type.Boolean() }),
  async run(app, selected) {
    return { retried: await changeJobs(app, selected, 'organization.retry_jobs', retryJobs) };
  },
});
