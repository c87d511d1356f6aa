/** The metadata of an archive: the header at its beginning and the index at its end. See docs/backup.md. */

export const formatVersion = 1;

export type CellType = 'int' | 'text' | 'bytes';

export interface ColumnHeader {
  name: string;
  type: CellType;
}

/** A table whose rows follow, in the order of its key. */
export interface TableHeader {
  name: string;
  columns: ColumnHeader[];
  key: string[];
}

/** State of one organization at the cut. */
export interface CutPosition {
  org_id: number;
  subdomain: string;
  position: number;
}

/** Of an archive that has one organization. */
export interface ExportedOrganization {
  id: number;
  name: string;
  subdomain: string;
  /** Where people reached it, if the server had a base URL. */
  url: string | null;
  type: 'full' | 'public' | 'consented';
}

export interface ArchiveHeader {
  format: number;
  id: string;
  heddle_version: string;
  created_at: string;
  engine: string;
  /** Names of the migrations that had run, in their order. */
  migrations: string[];
  organizations: CutPosition[];
  /** Rows of each table that the archive contains. */
  rows: Record<string, number>;
  /** The last ID that was assigned, by table. */
  sequences: Record<string, number>;
  has_files: boolean;
  /** Nothing was written between this cut and the restore, so event queues continue. */
  is_move: boolean;
  /** Only in archives of one organization. */
  organization?: ExportedOrganization;
}

export interface FileHeader {
  key: string;
  content_type: string;
}

export interface MissingFile {
  key: string;
  reason: string;
}

/** Of the bytes before compression. */
export interface PartEnd {
  bytes: number;
  sha256: string;
  /** Of tables. */
  rows?: number;
}

export interface TableSummary extends PartEnd {
  name: string;
  /** Of the first frame, from the beginning of the archive. */
  offset: number;
}

export interface ArchiveIndex {
  tables: TableSummary[];
  files: { count: number; bytes: number; missing: number };
  has_secrets: boolean;
  /** Of the names and hashes of all parts, in their order. */
  sha256: string;
}
