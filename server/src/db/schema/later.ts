/** Tables of drafts, scheduled messages, reminders and snippets; see schema.ts. */
import type { Generated } from 'kysely';
import type { Draft } from '../../../../wire/drafts.ts';

/** A draft. */
interface DraftTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  type: Draft['type'];
  /** JSON array of ids: one channel, or people. */
  recipients: string;
  topic: string;
  content: string;
  changed_at: number;
}

interface SavedSnippetTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  title: string;
  content: string;
  created_at: number;
}

/** A message that is sent later, or a reminder of one. */
interface ScheduledMessageTable {
  id: Generated<number>;
  org_id: number;
  /** Who wrote it, or is reminded. */
  user_id: number;
  channel_id: number | null;
  /** JSON array of people's ids, empty for a channel. */
  recipients: string;
  topic: string;
  content: string;
  rendered: string;
  client: string;
  deliver_at: number;
  keeps_unread: number;
  is_failed: number;
  /** The message that a reminder is about. */
  target_message_id: number | null;
  /** The named API key that scheduled it, or changed it last. 0: of another server. */
  key_id: number | null;
}

export interface LaterSchema {
  draft: DraftTable;
  saved_snippet: SavedSnippetTable;
  scheduled_message: ScheduledMessageTable;
}
