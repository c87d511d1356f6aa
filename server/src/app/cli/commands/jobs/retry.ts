/** Runs jobs again that were given up, or that wait after a failure. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { retryJobs } from '../../../../core/jobs/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { refuseNoJobs } from '../../given.ts';

export default adminCommand({
  options: Exact({ ids: Type.Array(Type.Integer()), dead: Type.Boolean() }),
  async run({ db }, { ids, dead }) {
    refuseNoJobs(ids, dead);
    return { retried: await db.write(0, 'system', (tx) => retryJobs(tx, dead ? 'dead' : ids)) };
  },
});
