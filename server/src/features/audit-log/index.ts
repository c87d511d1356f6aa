/** The feature: audit log. */
import {
  ExportAuditLogParams,
  ExportAuditLogResponse,
  GetAuditLogParams,
  GetAuditLogResponse,
} from '../../../../wire/audit-log.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { exportAuditLog } from './export.ts';
import { getAuditEntries } from './queries.ts';
import { serializeEntry } from './serialize.ts';
import { inList } from '../../db/sql.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';

const auditLogRoutes = [
  route({
    method: 'GET',
    path: '/realm/audit_log',
    operationId: 'heddle-get-audit-log',
    policy: 'owners',
    scope: 'administer',
    leaves: 'nothing',
    params: GetAuditLogParams,
    response: GetAuditLogResponse,
    handle: async ({ app, me, params: { limit, ...filter } }) => {
      const rows = await getAuditEntries(app.db.read, me.orgId, filter, limit + 1);
      return {
        entries: rows.slice(0, limit).map((row) => serializeEntry(me.cache, row)),
        has_more: rows.length > limit,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/realm/audit_log/export',
    operationId: 'heddle-export-audit-log',
    policy: 'owners',
    scope: 'administer',
    leaves: 'nothing',
    params: ExportAuditLogParams,
    response: ExportAuditLogResponse,
    handle: ({ app, me, params: { format, ...filter } }) => exportAuditLog(app, me, format, filter),
  }),
];

export const auditLogFeature = defineFeature({ routes: auditLogRoutes, maintenance: [deleteOldEntries] });

// Deletes audit log entries after their retention.

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
