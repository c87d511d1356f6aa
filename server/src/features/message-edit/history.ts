/** GET /messages/{message_id}/history: all versions of a message, oldest first. */
import type { MessageHistoryResponse } from '../../../../wire/edits.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { type Reader, historyFor, visibleRows } from '../../core/messages/index.ts';
import { organizationSettings } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { snapshots } from './serialize-history.ts';

const presentById = prepared<{ id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['sender_id', 'topic', 'content', 'rendered', 'sent_at', 'edit_history'])
    .where('id', '=', p.id),
);

/** @throws ApiError for a message that the reader may not read, or where the organization shows no history. */
export async function messageHistory(
  db: Db,
  reader: Reader,
  id: number,
  emptyTopics: boolean,
): Promise<MessageHistoryResponse> {
  const policy = organizationSettings(reader.cache).message_edit_history_visibility_policy;
  if (policy === 'none') throw apiError('messages.history-disabled');
  const [row] = await visibleRows(db, reader, [id]);
  const present = row && (await db.first(presentById, { id }));
  if (!present) throw apiError('messages.not-found');
  const shown = { showsContent: policy === 'all', emptyTopics: emptyTopics || row.channel_id === null };
  const history = historyFor(reader, id, present.edit_history);
  return { message_history: snapshots({ ...present, history }, shown) };
}
