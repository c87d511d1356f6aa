/** Messages scheduled by users, and reminders, which the notification bot sends. */
import type { Reminder } from '../../../../wire/reminders.ts';
import type { ScheduledMessage } from '../../../../wire/scheduled-messages.ts';
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import type { Reader } from '../../core/messages/index.ts';
import { reminderObjects } from './reminder-content.ts';
import { scheduledObject, type ScheduledRow } from './serialize.ts';

export type ScheduledKind = 'message' | 'reminder';

const rows = ({ q }: Db, kind: ScheduledKind) =>
  q
    .selectFrom('scheduled_message')
    .select([
      'id',
      'user_id',
      'channel_id',
      'recipients',
      'topic',
      'content',
      'rendered',
      'client',
      'deliver_at',
      'keeps_unread',
      'is_failed',
      'target_message_id',
      'key_id',
    ])
    .where('target_message_id', kind === 'message' ? 'is' : 'is not', null)
    .orderBy('deliver_at')
    .orderBy('id');

const getRows = (db: Db, userId: number, kind: ScheduledKind): Promise<ScheduledRow[]> =>
  rows(db, kind).where('user_id', '=', userId).execute();

export async function getScheduled(db: Db, userId: number): Promise<ScheduledMessage[]> {
  return (await getRows(db, userId, 'message')).map(scheduledObject);
}

export async function getReminders(db: Db, reader: Reader): Promise<Reminder[]> {
  return reminderObjects(db, reader, await getRows(db, reader.id, 'reminder'));
}

/** Reminders of these messages. */
export const remindersAbout = (
  db: Db,
  orgId: number,
  messageIds: readonly number[],
): Promise<ScheduledRow[]> =>
  rows(db, 'reminder')
    .where('org_id', '=', orgId)
    .where(inList(db.dialect, 'target_message_id', messageIds))
    .execute();

/** Reminders that these people have of messages in these channels. */
export const remindersIn = (
  db: Db,
  userIds: readonly number[],
  channelIds: readonly number[],
): Promise<ScheduledRow[]> =>
  rows(db, 'reminder')
    .where(inList(db.dialect, 'user_id', userIds))
    // By the message of each reminder: a list of the messages of the channels would be read whole.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('message')
          .select('message.id')
          .whereRef('message.id', '=', 'scheduled_message.target_message_id')
          .where(inList(db.dialect, 'message.channel_id', channelIds)),
      ),
    )
    .execute();

export function ownRow(
  db: Db,
  userId: number,
  id: number,
  kind: ScheduledKind,
): Promise<ScheduledRow | undefined> {
  return rows(db, kind).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
}

export async function rowInOrganization(
  db: Db,
  orgId: number,
  id: number,
): Promise<(ScheduledRow & { kind: ScheduledKind }) | undefined> {
  for (const kind of ['message', 'reminder'] as const) {
    const row = await rows(db, kind).where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
    if (row) return Object.assign(row, { kind });
  }
  return undefined;
}

/** Contents of all scheduled messages that link to uploaded files. */
export async function waitingContents(db: Db, orgId: number): Promise<string[]> {
  const found = await db.q
    .selectFrom('scheduled_message')
    .select('content')
    .where('org_id', '=', orgId)
    .where('content', 'like', '%user_uploads/%')
    .execute();
  return found.map(({ content }) => content);
}
