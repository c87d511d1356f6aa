/** Gives up a job, or other work, that repeatedly ends the process: keeps it as a dead job and notifies the owners. */
import { mostCrashes } from '../../lib/storage/running-work.ts';
import type { AppContext } from '../context/index.ts';
import { defineHook, trigger } from '../log/index.ts';
import { defineJob, jobKind } from './job.ts';
import type { JobRow } from './queue.ts';

export interface SetAsideJob {
  id: number;
  kind: string;
  crashes: number;
}

/** A job was given up. Triggered in each organization that it concerns, which is every one for a job of the server. */
export const jobSetAside = defineHook<SetAsideJob>('job set aside');

export async function setAside(app: AppContext, { id, org_id: orgId, kind, crashes }: JobRow): Promise<void> {
  const { db, log, organizations } = app;
  const text = `The server ended ${String(crashes)} times in a row while this job ran.`;
  log.error({ job: id, kind, crashes }, 'a job that ended the server repeatedly was set aside');
  const known = organizations.names.map((organization) => organization.id);
  const isOwned = known.includes(orgId);
  await db.write(isOwned ? orgId : 0, 'system', async (tx) => {
    await tx.q
      .updateTable('job')
      .set({ is_dead: 1, last_error: text, claimed_by: null })
      .where('id', '=', id)
      .execute();
    if (isOwned) await trigger(tx, jobSetAside, { id, kind, crashes });
  });
  if (orgId === 0) await notifyAll(app, { id, kind, crashes });
}

async function notifyAll({ db, organizations }: AppContext, facts: SetAsideJob): Promise<void> {
  for (const { id } of organizations.names)
    await db.write(id, 'system', (tx) => trigger(tx, jobSetAside, facts));
}

/** A job in place of work that is no job, such as an email that arrives: when it is retried, that work may run again. */
const repeatWork = jobKind<{ key: string }>('repeatWork');

export const repeatWorkJob = defineJob(repeatWork, ({ app, payload }) => {
  app.runningWork.delete(payload.key);
  return Promise.resolve();
});

/**
 * Whether work that is no job may run. Otherwise it is set aside as a dead job, which the operator can retry.
 * @param what For example "it read an email".
 */
export async function mayRun(app: AppContext, key: string, what: string): Promise<boolean> {
  const { db, log, runningWork } = app;
  const crashes = runningWork.crashes(key);
  if (crashes < mostCrashes) return true;
  const kind = repeatWork.name;
  const payload = JSON.stringify({ key });
  const id = await db.write(0, 'system', async (tx) => {
    const isKnown = await tx.q
      .selectFrom('job')
      .select('id')
      .where('kind', '=', kind)
      .where('payload', '=', payload)
      .executeTakeFirst();
    if (isKnown) return undefined;
    const text = `The server ended ${String(crashes)} times in a row while ${what}.`;
    const times = { run_at: tx.now, created_at: tx.now, attempts: 0 };
    return tx.q
      .insertInto('job')
      .values({ ...times, org_id: 0, kind, payload, crashes, is_dead: 1, last_error: text })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  if (!id) return false;
  log.error({ key, crashes, job: id.id }, 'work that ended the server repeatedly was set aside');
  await notifyAll(app, { id: id.id, kind, crashes });
  return false;
}
