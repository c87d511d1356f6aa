/** Deletes archives on request and after their retention. */
import { importLimits } from '../../../../wire/imports.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { MessagesHidden } from '../../core/messages/index.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { removeArchive } from './actions.ts';
import { isActive } from './serialize.ts';

/** The job: deletes an archive unless a row refers to it. */
export async function deleteImportFile({ app, payload }: JobContext<{ path: string }>): Promise<void> {
  const row = await app.db.read.q
    .selectFrom('import_request')
    .select('id')
    .where('path', '=', payload.path)
    .executeTakeFirst();
  if (!row) await app.files.store.remove(payload.path);
}

const deleteNotedChanges = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('import_change')
    .where('org_id', '=', p.org_id)
    .where(inListParam(dialect, 'message_id', p.list)),
);

/** What a deleted message was before an import changed it goes with it. */
export async function deleteChanges(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  if (userIds) return;
  await tx.run(deleteNotedChanges, { org_id: tx.orgId, list: listValue(tx.dialect, ids) });
}

const keptMs = importLimits.days * 24 * 3600_000;

export async function deleteOldArchives(
  { db, clock }: AppContext,
  isStopped: () => boolean,
  now = clock.now(),
): Promise<void> {
  const old = await db.read.q
    .selectFrom('import_request')
    .selectAll()
    .where('path', 'is not', null)
    .where('updated_at', '<=', now - keptMs)
    .execute();
  for (const row of old) {
    if (isStopped()) return;
    if (!isActive(row)) await db.write(row.org_id, 'system', (tx) => removeArchive(tx, row));
  }
}
