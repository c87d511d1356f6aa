/**
 * Jobs as rows: inserted by the transaction that causes them, so that they exist if and only if it commits.
 */
import { expressionBuilder, type Selectable, sql } from 'kysely';
import { FenceLost } from '../nodes/index.ts';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';
import type { JobTable } from '../../db/schema/jobs.ts';
import { inList } from '../../db/sql.ts';
import type { Author, Database, Tx } from '../log/index.ts';
import type { JobKind } from './job.ts';

/** @param runAt Milliseconds since 1970; default: immediately. */
export async function enqueue<Payload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: Payload,
  runAt = tx.now,
): Promise<void> {
  await tx.q
    .insertInto('job')
    .values({
      org_id: tx.orgId,
      kind: kind.name,
      payload: JSON.stringify(payload),
      run_at: runAt,
      attempts: 0,
      last_error: null,
      is_dead: 0,
      created_at: tx.now,
    })
    .execute();
  tx.enqueued.add(kind.name);
}

const longestStoringMs = 6 * 3600_000;

/**
 * Stores files, and then writes the row that refers to them. If either fails, as above a quota that was reached meanwhile, a job removes the
 * files at once: the one that is enqueued before they are stored runs hours later, in case the process is killed in between.
 * @param removal Keeps files that have a row.
 */
export async function storeOrRemove<T, Payload>(
  db: Database,
  { orgId, author }: { orgId: number; author: Author },
  removal: { kind: JobKind<Payload>; payload: Payload },
  store: () => Promise<unknown>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  await enqueueLaterRemoval(db, { orgId, author }, removal);
  try {
    await store();
    return await db.write(orgId, author, write);
  } catch (error) {
    // The cause of the failure may also prevent this: then the other job removes the file hours later.
    const { kind, payload } = removal;
    await db.write(orgId, 'system', (tx) => enqueue(tx, kind, payload)).catch(() => undefined);
    throw error;
  }
}

/** The later job alone, where the row is written by others, as with messages that are imported. */
export const enqueueLaterRemoval = <Payload>(
  db: Database,
  { orgId, author }: { orgId: number; author: Author },
  { kind, payload }: { kind: JobKind<Payload>; payload: Payload },
): Promise<void> => db.write(orgId, author, (tx) => enqueue(tx, kind, payload, tx.now + longestStoringMs));

export type JobRow = Selectable<JobTable>;

/** Kinds of jobs: only these, or all except for these. */
export interface JobFilter {
  kinds: readonly string[];
  isExcluding: boolean;
}

export const allKinds: JobFilter = { kinds: [], isExcluding: true };

/** A literal: SQLite does not use the partial index of due jobs for a parameter. */
const isAlive = expressionBuilder<Schema, 'job'>()('is_dead', '=', sql.lit(0));

const isAmong = ({ kinds, isExcluding }: JobFilter) =>
  expressionBuilder<Schema, 'job'>()('kind', isExcluding ? 'not in' : 'in', [...kinds, '']);

const due = (db: Db, filter: JobFilter, now: number, limit: number) =>
  db.q
    .selectFrom('job')
    .selectAll()
    .where(isAlive)
    .where('run_at', '<=', now)
    .where(isAmong(filter))
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit);

/** @returns some of the due jobs, all of which may run at the same time */
export async function dueJobs(db: Db, filter: JobFilter, now: number, limit: number): Promise<JobRow[]> {
  return runnable(await due(db, filter, now, limit).execute());
}

/**
 * The jobs that were running in no crash. If there are none, the one with the fewest crashes runs alone, so that another crash
 * counts for it only.
 */
function runnable(jobs: readonly JobRow[]): JobRow[] {
  const harmless = jobs.filter(({ crashes }) => crashes <= 0);
  return harmless.length > 0 ? harmless : jobs.toSorted((a, b) => a.crashes - b.crashes).slice(0, 1);
}

/**
 * Claims due jobs that no running node has claimed, of kinds that this node can run, and counts the crashes of nodes that
 * have left theirs behind.
 * @returns some that may run at the same time, in order
 */
export async function claimDueJobs(
  tx: Tx,
  filter: JobFilter,
  { claimant, now, limit }: { claimant: string; now: number; limit: number },
): Promise<JobRow[]> {
  const found = await due(tx, filter, now, limit).where(isFree(claimant)).forUpdate().skipLocked().execute();
  if (found.length === 0) return [];
  const interrupted = found.filter(({ claimed_by: by }) => by !== null && by !== claimant);
  for (const row of interrupted) row.crashes++;
  await countCrashes(
    tx,
    interrupted.map(({ id }) => [id, 1]),
  );
  const rows = runnable(found);
  const ids = rows.map(({ id }) => id);
  await tx.q
    .updateTable('job')
    .set(({ eb }) => ({ claimed_by: claimant, claims: eb('claims', '+', 1) }))
    .where(inList(tx.dialect, 'id', ids))
    .execute();
  return rows.map((row) => Object.assign(row, { claimed_by: claimant, claims: row.claims + 1 }));
}

/** Records how often the process that ran these jobs has ended meanwhile. */
export async function countCrashes(
  tx: Tx,
  counts: readonly (readonly [id: number, count: number])[],
): Promise<void> {
  for (const [id, count] of counts)
    await tx.q
      .updateTable('job')
      .set(({ eb }) => ({ claimed_by: null, crashes: eb('crashes', '+', count) }))
      .where('id', '=', id)
      .execute();
}

/** Takes back the crash that claiming counts in advance for the jobs of this node, since it ends by request. */
export async function excuseClaimed(tx: Tx, claimant: string): Promise<void> {
  await tx.q
    .updateTable('job')
    .set(({ eb }) => ({ crashes: eb('crashes', '-', 1) }))
    .where('claimed_by', '=', claimant)
    .execute();
}

const isFree = (claimant: string) => {
  const eb = expressionBuilder<Schema, 'job'>();
  const holder = eb.selectFrom('node').select('node.id').whereRef('node.id', '=', 'job.claimed_by');
  return eb.or([eb('claimed_by', 'is', null), eb('claimed_by', '=', claimant), eb.not(eb.exists(holder))]);
};

/** A condition for writes about a job: the claim is valid and the job has not been dropped. */
export const claimFence =
  ({ id, kind, claims }: JobRow) =>
  async (tx: Db): Promise<void> => {
    const row = await tx.q
      .selectFrom('job')
      .select('id')
      .where('id', '=', id)
      .where('claims', '=', claims)
      .forShare()
      .executeTakeFirst();
    if (!row) throw new FenceLost(`job ${String(id)} (${kind})`);
  };

/** When the next job is due; `undefined` if there is none. @param claimant Excludes jobs that other nodes run. */
export async function nextDueAt(db: Db, filter = allKinds, claimant?: string): Promise<number | undefined> {
  let query = db.q.selectFrom('job').select('run_at').where(isAlive).where(isAmong(filter));
  if (claimant !== undefined) query = query.where(isFree(claimant));
  const row = await query.orderBy('run_at').limit(1).executeTakeFirst();
  return row?.run_at;
}

export interface JobCount {
  kind: string;
  state: 'due' | 'scheduled' | 'dead';
  count: number;
}

export async function countJobs(db: Db, now: number): Promise<JobCount[]> {
  const all = db.q
    .selectFrom('job')
    .select(({ fn }) => ['kind', 'is_dead', fn.countAll<number>().as('count')] as const)
    .groupBy(['kind', 'is_dead']);
  const rows = await all.execute();
  const due = await all.where(isAlive).where('run_at', '<=', now).execute();
  const getDue = (kind: string) => due.find((row) => row.kind === kind)?.count ?? 0;
  return rows.flatMap<JobCount>(({ kind, is_dead, count }) =>
    is_dead === 1
      ? [{ kind, state: 'dead', count }]
      : [
          { kind, state: 'due', count: getDue(kind) },
          { kind, state: 'scheduled', count: count - getDue(kind) },
        ],
  );
}

export async function deleteJob(tx: Tx, id: number): Promise<void> {
  await tx.q.deleteFrom('job').where('id', '=', id).execute();
}

/** Records a failure: schedules a retry, or marks the job as dead. */
export async function noteFailure(tx: Tx, job: JobRow, error: string, retryAt: number | null): Promise<void> {
  await tx.q
    .updateTable('job')
    .set({
      attempts: job.attempts + 1,
      last_error: error.slice(0, 1000),
      is_dead: retryAt === null ? 1 : 0,
      run_at: retryAt ?? job.run_at,
      claimed_by: null,
      crashes: 0,
    })
    .where('id', '=', job.id)
    .execute();
}
