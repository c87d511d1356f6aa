/** The metadata of an archive: the header at its beginning and the index at its end. See docs/backup.md. */

export const formatVersion = 1;

type CellType = 'int' | 'text' | 'bytes';

export interface ColumnHeader {
  name: string;
  type: CellType;
}

/** A table whose rows follow, ordered by its key. */
export interface TableHeader {
  name: string;
  columns: ColumnHeader[];
  key: string[];
}

/** State of one organization in the snapshot. */
export interface CutPosition {
  org_id: number;
  subdomain: string;
  position: number;
}

/** Set in an archive of one organization. */
export interface ExportedOrganization {
  id: number;
  name: string;
  subdomain: string;
  /** The organization's URL, if the server had a base URL. */
  url: string | null;
  type: 'full' | 'public' | 'consented';
}

export interface ArchiveHeader {
  format: number;
  id: string;
  heddle_version: string;
  created_at: string;
  engine: string;
  /** Names of the applied migrations in order. */
  migrations: string[];
  organizations: CutPosition[];
  /** Row counts of the tables in the archive. */
  rows: Record<string, number>;
  /** The last assigned ID by table. */
  sequences: Record<string, number>;
  has_files: boolean;
  /** Nothing was written between the snapshot and the restore, so event queues remain valid. */
  is_move: boolean;
  /** How many rows were known to be damaged when the archive was made. */
  damaged_rows?: number;
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

/** Size and hash of the uncompressed bytes. */
export interface PartEnd {
  bytes: number;
  sha256: string;
  /** Only for tables. */
  rows?: number;
}

export interface TableSummary extends PartEnd {
  name: string;
  /** Offset of the first frame in the archive. */
  offset: number;
}

export interface ArchiveIndex {
  tables: TableSummary[];
  files: { count: number; bytes: number; missing: number };
  has_secrets: boolean;
  /** Hash over the names and hashes of all parts in order. */
  sha256: string;
}
