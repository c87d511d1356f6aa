/** Emits reminders again when what they quote changes, disappears or comes back. */
import type { Tx } from '../../core/log/index.ts';
import type { AccessChanging } from '../../core/channels/index.ts';
import { type MessagesHidden, quotableMessages, readerIn } from '../../core/messages/index.ts';
import {
  type ScheduledRow,
  reminderObjects,
  remindersAbout,
  remindersIn,
} from '../scheduled-messages/index.ts';

export async function emitChanged(tx: Tx, { ids }: { ids: readonly number[] }): Promise<void> {
  await emitAgain(tx, await remindersAbout(tx, tx.orgId, ids));
}

/** Those who lose access to moved messages get theirs after the move. */
export async function emitDeleted(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  if (userIds === undefined) await emitAgain(tx, await remindersAbout(tx, tx.orgId, ids), new Set(ids));
}

/** Call before the change of access, and what it returns after it. */
export async function watchReminders(tx: Tx, { changes }: AccessChanging): Promise<() => Promise<void>> {
  const userIds = new Set(changes.flatMap((change) => change.userIds));
  const channelIds = new Set(changes.map(({ channel }) => channel.id));
  const rows = await remindersIn(tx, [...userIds], [...channelIds]);
  const before = await shownIds(tx, rows);
  return async () => {
    const after = await shownIds(tx, rows);
    await emitAgain(
      tx,
      rows.filter(({ id }) => before.has(id) !== after.has(id)),
    );
  };
}

/** The reminders whose message can be read. */
async function shownIds(tx: Tx, rows: readonly ScheduledRow[]): Promise<Set<number>> {
  const shown = new Set<number>();
  for (const [userId, own] of Map.groupBy(rows, (row) => row.user_id)) {
    const user = tx.cache.users.get(userId);
    if (!user) continue;
    const ids = own.map((row) => row.target_message_id).filter((id) => id !== null);
    const messages = await quotableMessages(tx, readerIn(tx, user), ids);
    for (const row of own) if (messages.has(row.target_message_id ?? 0)) shown.add(row.id);
  }
  return shown;
}

/** Clients know no change of a reminder: it is removed and added. */
async function emitAgain(
  tx: Tx,
  rows: readonly ScheduledRow[],
  deleted: ReadonlySet<number> = new Set(),
): Promise<void> {
  for (const [userId, own] of Map.groupBy(rows, (row) => row.user_id)) {
    const user = tx.cache.users.get(userId);
    if (!user) continue;
    const audience = { users: [userId] };
    for (const { id } of own) tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, audience);
    const reminders = await reminderObjects(tx, readerIn(tx, user), own, deleted);
    tx.emit({ type: 'reminders', op: 'add', reminders }, audience);
  }
}
