/** The audit log, which owners read and download. */
import type { AuditFilter, AuditFormat, GetAuditLogResponse } from '../../../../wire/audit-log.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';

const entriesAtOnce = 50;

/** @param filter With `before_id`, the entries after those shown. */
export async function fetchAuditLog(
  { api }: Client,
  filter: AuditFilter,
): Promise<GetAuditLogResponse | ApiFailure> {
  try {
    return await api.get<GetAuditLogResponse>('/realm/audit_log', { ...filter, limit: entriesAtOnce });
  } catch (error) {
    return getFailure(error);
  }
}

/** @returns the file */
export async function exportAuditLog(
  { api }: Client,
  filter: AuditFilter,
  format: AuditFormat,
): Promise<string | ApiFailure> {
  try {
    return await api.getText('/realm/audit_log/export', { ...filter, format });
  } catch (error) {
    return getFailure(error);
  }
}
