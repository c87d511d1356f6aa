/** Reads and downloads the audit log, for owners. */
import type { AuditFilter, AuditFormat, GetAuditLogResponse } from '../../../../wire/audit-log.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { orFailure } from '../request/ask.ts';

const entriesAtOnce = 50;

/** @param filter with `before_id`, entries before that one */
export async function fetchAuditLog(
  { api }: Client,
  filter: AuditFilter,
): Promise<GetAuditLogResponse | ApiFailure> {
  return orFailure(api.get<GetAuditLogResponse>('/realm/audit_log', { ...filter, limit: entriesAtOnce }));
}

/** @returns the file */
export async function exportAuditLog(
  { api }: Client,
  filter: AuditFilter,
  format: AuditFormat,
): Promise<string | ApiFailure> {
  return orFailure(api.getText('/realm/audit_log/export', { ...filter, format }));
}
