/** Submessages in the format of the API. */
import type { Submessage } from '../../../../wire/messages.ts';
import type { Emitted } from '../../core/log/index.ts';
import type { SubmessageRow } from './queries.ts';

export const submessageObject = (row: SubmessageRow): Submessage => ({
  id: row.id,
  message_id: row.message_id,
  sender_id: row.sender_id,
  msg_type: row.kind,
  content: row.content,
});

export const submessageAdded = (row: SubmessageRow): Emitted => ({
  type: 'submessage',
  message_id: row.message_id,
  submessage_id: row.id,
  sender_id: row.sender_id,
  msg_type: row.kind,
  content: row.content,
});
