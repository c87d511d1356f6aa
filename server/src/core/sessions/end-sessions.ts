/** Ends sessions, with all that depends on them. */
import { type Tx, defineHook } from '../log/index.ts';
import { withIds, inList } from '../../db/sql.ts';

/** Milliseconds, where an organization lets sessions end sooner. */
export interface SessionRules {
  sessionMs: number | null;
  idleMs: number | null;
}

/**
 * Sessions of a person were ended on purpose: those who asked for something in them may be others.
 */
export const sessionsEnded = defineHook<{ userId: number }>('sessions of a person ended');

/** The event queues that were registered in the sessions are deleted too. */
export async function endSessions(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q
    .deleteFrom('event_queue')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'session_id', ids))
    .execute();
  await tx.q
    .deleteFrom('session')
    .where(withIds(tx.dialect, tx.orgId, ids))
    .execute();
  await tx.touch({ endsSessions: ids });
}

/**
 * Ends the sessions of the organization that its rules no longer allow.
 * @param id Only this one.
 * @returns how many ended
 */
export async function endSessionsBeyond(tx: Tx, rules: SessionRules, id?: number): Promise<number> {
  const begunBefore = rules.sessionMs === null ? 0 : tx.now - rules.sessionMs;
  const unusedSince = rules.idleMs === null ? 0 : tx.now - rules.idleMs;
  let query = tx.q
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where((eb) => eb.or([eb('created_at', '<=', begunBefore), eb('last_seen_at', '<=', unusedSince)]));
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  await endSessions(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
