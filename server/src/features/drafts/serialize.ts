import type { Draft } from '../../../../wire/drafts.ts';
import { parseStored } from '../../lib/json.ts';

export interface DraftRow {
  id: number;
  type: Draft['type'];
  /** JSON array of ids. */
  recipients: string;
  topic: string;
  content: string;
  changed_at: number;
}

export const draftObject = (row: DraftRow): Draft => ({
  id: row.id,
  type: row.type,
  to: parseStored<number[]>(row.recipients),
  topic: row.topic,
  content: row.content,
  timestamp: Math.floor(row.changed_at / 1000),
});
