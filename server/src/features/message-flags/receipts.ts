/** GET /messages/{message_id}/read_receipts: who has read a message, among users who share read receipts. */
import { userSettingDefaults } from '../../../../wire/settings.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { type Reader, getHolders, unreadAmong, visibleRows } from '../../core/messages/index.ts';
import { type User, organizationSettings } from '../../core/organization/index.ts';
import { flagBit } from '../../core/read-state/index.ts';
import { partedFrom } from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';

const flagRows = prepared<{ message_id: number }>()((q, p) =>
  q.selectFrom('message_flag').select(['user_id', 'bits']).where('message_id', '=', p.message_id),
);

/**
 * Ids in ascending order, without the sender, and excluding users muted by the reader and users who muted the reader,
 * so that muting stays unnoticed. All of them received the message.
 * @throws ApiError for a message that the reader may not read, or where the organization shows no receipts.
 */
export async function readReceipts(db: Db, reader: Reader, id: number): Promise<number[]> {
  const { cache } = reader;
  if (!organizationSettings(cache).enable_read_receipts) throw apiError('messages.receipts-disabled');
  const [row] = await visibleRows(db, reader, [id]);
  if (!row) throw apiError('messages.not-found');
  const holders = await getHolders(db, cache, row);
  const unread = await unreadAmong(db, row, holders);
  for (const { user_id: userId, bits } of await db.rows(flagRows, { message_id: id }))
    if (bits & flagBit.keptUnread) unread.add(userId);
  const parted = await partedFrom(db, reader.id);
  const isLeftOut = (userId: number) => userId === row.sender_id || unread.has(userId) || parted.has(userId);
  return [...holders]
    .filter((userId) => !isLeftOut(userId) && sharesReceipts(cache.users.get(userId)))
    .sort((a, b) => a - b);
}

const sharesReceipts = (user: User | undefined): boolean =>
  user !== undefined &&
  user.isActive &&
  Boolean(user.settings.send_read_receipts ?? userSettingDefaults.send_read_receipts);
