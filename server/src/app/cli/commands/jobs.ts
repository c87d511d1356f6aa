import { Exact, Type } from '../../../../../wire/core.ts';
import {
  countJobs,
  listJobs,
  retryJobs,
  dropJobs,
  findJobs,
  type FoundJob,
} from '../../../core/jobs/index.ts';
import { isoTime } from '../../../core/users/index.ts';
import { adminCommand } from '../admin-command.ts';
import type { AuditAction } from '../../../../../wire/audit-log.ts';
import { audit } from '../../../core/audit/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { App } from '../../open-app.ts';
import { refuseNoJobs } from '../lookup.ts';

/** Lists failed and waiting jobs, without their payloads, which contain email addresses and texts. */
export const jobsList = adminCommand({
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

/** Runs jobs again that have failed for good or wait for a retry. */
export const jobsRetry = adminCommand({
  options: Exact({ ids: Type.Array(Type.Integer()), dead: Type.Boolean() }),
  async run(app, selected) {
    return { retried: await changeJobs(app, selected, 'organization.retry_jobs', retryJobs) };
  },
});

/** Deletes jobs without running them. */
export const jobsDrop = adminCommand({
  options: Exact({ ids: Type.Array(Type.Integer()), dead: Type.Boolean() }),
  async run(app, selected) {
    return { dropped: await changeJobs(app, selected, 'organization.drop_jobs', dropJobs) };
  },
});

interface JobIds {
  ids: readonly number[];
  dead: boolean;
}

/** Changes the jobs of each organization in one transaction with its audit log. @returns the ids of the changed jobs. */
async function changeJobs(
  { db, organizations }: App,
  { ids, dead }: JobIds,
  action: AuditAction,
  change: (tx: Tx, ids: readonly number[]) => Promise<FoundJob[]>,
): Promise<number[]> {
  refuseNoJobs(ids, dead);
  const changed: number[] = [];
  const known = new Set(organizations.names.map(({ id }) => id));
  for (const [orgId, jobs] of Map.groupBy(
    await findJobs(db.read, dead ? 'dead' : ids),
    ({ orgId }) => orgId,
  )) {
    // Jobs of the server itself or of a deleted organization have no audit log.
    const isKnown = known.has(orgId);
    const done = await db.write(isKnown ? orgId : 0, 'system', async (tx) => {
      const found = await change(
        tx,
        jobs.map(({ id }) => id),
      );
      if (isKnown && found.length > 0) await note(tx, action, found);
      return found;
    });
    changed.push(...done.map(({ id }) => id));
  }
  return changed.toSorted((a, b) => a - b);
}

function note(tx: Tx, action: AuditAction, jobs: readonly FoundJob[]): Promise<void> {
  const kinds = [...new Set(jobs.map(({ kind }) => kind))].toSorted();
  const target = { type: 'organization', id: tx.orgId, name: tx.cache.organization.name } as const;
  return audit(tx, { action, target, after: { jobs: jobs.length, kinds } });
}
