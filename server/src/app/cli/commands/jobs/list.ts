/** Lists failed and waiting jobs, without their payloads, which contain email addresses and texts. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { countJobs, listJobs } from '../../../../core/jobs/index.ts';
import { isoTime } from '../../../../core/users/index.ts';
import { adminCommand } from '../../admin-command.ts';

export default adminCommand({
  options: Exact({ dead: Type.Boolean(), limit: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
  async run({ db }, { dead, limit }) {
    const now = Date.now();
    const rows = await listJobs(db.read, { onlyDead: dead, limit });
    return {
      counts: await countJobs(db.read, now),
      jobs: rows.map((job) => ({
        id: job.id,
        realm_id: job.org_id,
        kind: job.kind,
        state: job.is_dead === 1 ? 'dead' : job.run_at <= now ? 'due' : 'scheduled',
        attempts: job.attempts,
        crashes: Math.max(0, job.crashes),
        run_at: isoTime(job.run_at),
        last_error: job.last_error,
      })),
    };
  },
});
