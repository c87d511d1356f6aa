import type { Selectable } from 'kysely';
import type { AuditFilter } from '../../../../wire/audit-log.ts';
import type { Db } from '../../db/db.ts';
import type { AuditEntryTable } from '../../db/schema/audit.ts';

export type AuditRow = Selectable<AuditEntryTable>;

/** Newest first. */
export function getAuditEntries(
  db: Db,
  orgId: number,
  filter: AuditFilter,
  limit: number,
): Promise<AuditRow[]> {
  let query = db.q.selectFrom('audit_entry').selectAll().where('org_id', '=', orgId);
  if (filter.before_id !== undefined) query = query.where('id', '<', filter.before_id);
  if (filter.actor_id !== undefined) query = query.where('actor_id', '=', filter.actor_id);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.target_type !== undefined) query = query.where('target_type', '=', filter.target_type);
  if (filter.target_id !== undefined) query = query.where('target_id', '=', filter.target_id);
  if (filter.since !== undefined) query = query.where('created_at', '>=', filter.since * 1000);
  if (filter.until !== undefined) query = query.where('created_at', '<', filter.until * 1000);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
