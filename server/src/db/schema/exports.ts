/** The table of exports; for the forms of values see `schema.ts`. */
import type { Generated } from 'kysely';

/** Pending until one of the three times at the end is set. */
export interface OrganizationExportTable {
  id: Generated<number>;
  org_id: number;
  acting_user_id: number;
  kind: 'public' | 'full_with_consent';
  /** Key of the archive in the file store, also while there is none yet. */
  path: string;
  created_at: number;
  finished_at: number | null;
  failed_at: number | null;
  deleted_at: number | null;
  /** Bytes; null until it is finished. */
  size: number | null;
}
