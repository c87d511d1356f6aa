import type { Draft } from '../../../../wire/drafts.ts';

export interface DraftRow {
  id: number;
  type: string;
  /** JSON array of ids. */
  recipients: string;
  topic: string;
  content: string;
  changed_at: number;
}

export const draftObject = (row: DraftRow): Draft => ({
  id: row.id,
  type: row.type as Draft['type'],
  to: JSON.parse(row.recipients) as number[],
  topic: row.topic,
  content: row.content,
  timestamp: Math.floor(row.changed_at / 1000),
});
