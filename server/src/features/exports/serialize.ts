import type { Selectable } from 'kysely';
import type { DataExport } from '../../../../wire/exports.ts';
import type { OrganizationExportTable } from '../../db/schema/exports.ts';

export type ExportRow = Selectable<OrganizationExportTable>;

export const downloadPrefix = '/exports/';

export const isPending = ({ finished_at, failed_at, deleted_at }: ExportRow): boolean =>
  finished_at === null && failed_at === null && deleted_at === null;

export const hasArchive = ({ finished_at, deleted_at }: ExportRow): boolean =>
  finished_at !== null && deleted_at === null;

/** @param origin Address of the organization. */
export const exportObject = (row: ExportRow, origin: string): DataExport => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  export_time: seconds(row.created_at),
  deleted_timestamp: row.deleted_at === null ? null : seconds(row.deleted_at),
  failed_timestamp: row.failed_at === null ? null : seconds(row.failed_at),
  export_url: hasArchive(row) ? `${origin}${downloadPrefix}${row.id}` : null,
  pending: isPending(row),
  export_type: row.kind,
});

const seconds = (at: number): number => Math.floor(at / 1000);
