/** Imports from other products: where what came is, and under which ID it is known there. */
import type { Generated } from 'kysely';
import type { ImportRequestState } from '../../../../wire/imports.ts';

/** One workspace, team or server of another product, from which an organization has imported. */
interface ImportSourceTable {
  id: Generated<number>;
  org_id: number;
  /** Such as `slack`. */
  product: string;
  /** Distinguishes it from others of the product: two exports of the same workspace have the same. */
  origin: string;
}

/** `undoing` also after an undo was killed: it continues when it is run again. */
export type ImportState = 'running' | 'done' | 'failed' | 'undoing' | 'undone';

interface ImportRunTable {
  id: Generated<number>;
  org_id: number;
  source_id: number;
  /** One of `ImportState`. A run that was killed stays `running`. */
  state: string;
  /** JSON. */
  options: string;
  /** JSON, once it has ended. */
  report: string | null;
  started_at: number;
  ended_at: number | null;
}

interface ImportItemTable {
  source_id: number;
  /** Such as `person` or `message`: which table `local_id` is of. */
  kind: string;
  /** The ID in the source. */
  source_key: string;
  local_id: number;
  run_id: number;
  /** 0 for what was here before, as people who were found by their email address. */
  is_ours: Generated<number>;
}

/** What a run changed of messages that an earlier one brought, for an undo. */
interface ImportChangeTable {
  message_id: number;
  run_id: number;
  /** One of `ChangeKind` in `transfer/import/write/later/changes.ts`. */
  kind: string;
  /** Which of several changes of the kind; otherwise empty. */
  detail: string;
  org_id: number;
  /** JSON of how it was before. */
  former: string;
}

/** An archive that an owner has uploaded. */
export interface ImportRequestTable {
  id: Generated<number>;
  org_id: number;
  acting_user_id: number;
  file_name: string;
  size: number;
  /** Key of the archive in the file store, until it is deleted. */
  path: string | null;
  state: ImportRequestState;
  /** JSON of `ImportChoices`, once it was checked. */
  choices: string | null;
  /** JSON of `ImportProgress`. */
  progress: string | null;
  /** JSON of the last report. */
  report: string | null;
  error: string | null;
  /** The import that it has become. */
  run_id: number | null;
  is_stopping: Generated<number>;
  /** How often the present step was begun and did not come to an end. */
  attempts: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface ImportSchema {
  import_request: ImportRequestTable;
  import_source: ImportSourceTable;
  import_run: ImportRunTable;
  import_item: ImportItemTable;
  import_change: ImportChangeTable;
}
