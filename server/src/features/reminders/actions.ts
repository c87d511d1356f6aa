/** Reminders of messages. */
import { limits } from '../../../../wire/core.ts';
import type { CreateReminderParams } from '../../../../wire/reminders.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { messageForReading, readerIn } from '../../core/messages/index.ts';
import { type Principal, textsOfPerson } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { prepareDraft } from '../message-send/index.ts';
import {
  deliveryTime,
  insertScheduled,
  ownRow,
  reminderObjects,
  removeScheduled,
} from '../scheduled-messages/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints } from '../../lib/text.ts';

/** Stores the reminder without the message, which is looked up whenever the reminder is shown. */
export async function createReminder(
  app: AppContext,
  me: Principal,
  { message_id: messageId, scheduled_delivery_timestamp: seconds, note = '' }: CreateReminderParams,
  origin: string,
): Promise<number> {
  if (codePoints(note.trim()) > limits.reminderNoteLength)
    throw apiError('parameters.too-long', { name: 'note', limit: limits.reminderNoteLength });
  const sees = await getUserVisibility(app.db.read, me.cache, me.user);
  const { content, rendered } = prepareDraft(me, ownWords(me, note.trim()), {
    sees,
    organizationUrl: origin,
  });
  return app.db.write(me.orgId, me, async (tx) => {
    const { user } = await messageForReading(tx, me, messageId);
    const row = await insertScheduled(tx, {
      user_id: me.id,
      channel_id: null,
      recipients: JSON.stringify([me.id]),
      topic: '',
      content,
      rendered: rendered.html,
      client: 'Internal',
      deliver_at: deliveryTime(tx, seconds),
      keeps_unread: 0,
      target_message_id: messageId,
      key_id: me.key?.id ?? null,
    });
    const reminders = await reminderObjects(tx, readerIn(tx, user), [row]);
    tx.emit({ type: 'reminders', op: 'add', reminders }, { users: [me.id] });
    return row.id;
  });
}

export async function deleteReminder(tx: Tx, userId: number, id: number): Promise<void> {
  if (!(await ownRow(tx, userId, id, 'reminder'))) throw apiError('reminders.not-found');
  await removeScheduled(tx, id);
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, { users: [userId] });
}

function ownWords({ cache, user }: Principal, note: string): string {
  const t = textsOfPerson(cache, user);
  return [t('notices.reminder'), ...(note === '' ? [] : [t('notices.reminderNote', { note })])].join('\n\n');
}
