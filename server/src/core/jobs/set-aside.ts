/** Gives up a job that ends the process: it is kept as dead, and the owners are notified. */
import type { AppContext } from '../context/index.ts';
import { defineHook, trigger } from '../log/index.ts';
import type { JobRow } from './queue.ts';

export interface SetAsideJob {
  id: number;
  kind: string;
  crashes: number;
}

/** A job was given up: in each organization that it concerns, which are all for a job of the server. */
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
  if (orgId !== 0) return;
  for (const one of known)
    await db.write(one, 'system', (tx) => trigger(tx, jobSetAside, { id, kind, crashes }));
}
