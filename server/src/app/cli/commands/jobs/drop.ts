/** Deletes jobs: what they were to do is not done. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { dropJobs } from '../../../../core/jobs/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { refuseNoJobs } from '../../given.ts';

export default adminCommand({
  options: Exact({ ids: Type.Array(Type.Integer()), dead: Type.Boolean() }),
  async run({ db }, { ids, dead }) {
    refuseNoJobs(ids, dead);
    return { dropped: await db.write(0, 'system', (tx) => dropJobs(tx, dead ? 'dead' : ids)) };
  },
});
