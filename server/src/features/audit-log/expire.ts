/** Deletes audit log entries after their retention. */
import { inList } from '../../db/sql.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';

const dayMs = 24 * 3600_000;
const entriesAtOnce = 500;

/** @param now Milliseconds since 1970. */
export async function deleteOldEntries(
  { db, clock, config: { auditLogDays } }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  isStopped: () => boolean,
  now = clock.now(),
): Promise<void> {
  if (auditLogDays === 0) return;
  const deleteSome = (tx: Tx) => deleteBefore(tx, now - auditLogDays * dayMs);
  while (!isStopped() && (await db.write(0, 'system', deleteSome)));
}

/** @returns whether there may be more */
async function deleteBefore(tx: Tx, before: number): Promise<boolean> {
  const rows = await tx.q
    .selectFrom('audit_entry')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(entriesAtOnce)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await tx.q
      .deleteFrom('audit_entry')
      .where(inList(tx.dialect, 'id', ids))
      .execute();
  return ids.length === entriesAtOnce;
}
