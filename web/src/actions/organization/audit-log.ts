/** Reads and downloads the audit log, for owners. */
import type { AuditFilter, AuditFormat, GetAuditLogResponse } from '../../../../wire/audit-log.ts';
import type { Client } from '../../connection/client.ts';
import { toOutcome, type Outcome } from '../request/outcome.ts';

const entriesAtOnce = 50;

/** @param filter with `before_id`, entries before that one */
export async function fetchAuditLog(
  { api }: Client,
  filter: AuditFilter,
): Promise<Outcome<GetAuditLogResponse>> {
  return toOutcome(api.get<GetAuditLogResponse>('/realm/audit_log', { ...filter, limit: entriesAtOnce }));
}

/** @returns the file */
export async function exportAuditLog(
  { api }: Client,
  filter: AuditFilter,
  format: AuditFormat,
): Promise<Outcome<string>> {
  return toOutcome(api.getText('/realm/audit_log/export', { ...filter, format }));
}
