/** Deletes jobs without running them. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { dropJobs } from '../../../../core/jobs/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { changeJobs } from './change-jobs.ts';

export default adminCommand({
  options: Exact({ ids: Type.Array(Type.Integer()), dead: Type.Boolean() }),
  async run(app, selected) {
    return { dropped: await changeJobs(app, selected, 'organization.drop_jobs', dropJobs) };
  },
});
