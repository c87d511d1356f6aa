/** Shared by the commands about jobs: changes the jobs of each organization in one transaction with its audit log. */
import type { AuditAction } from '../../../../../../wire/audit-log.ts';
import { audit } from '../../../../core/audit/index.ts';
import { findJobs, type FoundJob } from '../../../../core/jobs/index.ts';
import type { Tx } from '../../../../core/log/index.ts';
import type { App } from '../../../open-app.ts';
import { refuseNoJobs } from '../../lookup.ts';

interface JobIds {
  ids: readonly number[];
  dead: boolean;
}

/** @returns the ids of the changed jobs. */
export async function changeJobs(
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
