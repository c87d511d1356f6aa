/** Being reminded of a message. */
import { limits } from '../../../../wire/core.ts';
import type { CreateReminderParams } from '../../../../wire/reminders.ts';
import type { Tx } from '../../core/log/tx.ts';
import type { AppContext } from '../../core/context/app-context.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import type { Principal } from '../../core/organization/principal.ts';
import { codePoints, truncate } from '../../lib/text.ts';
import { messageForReading } from '../../core/messages/load-message.ts';
import { quotableMessage, quoted, urlOf, type Quotable } from '../../core/messages/quotable.ts';
import { prepareDraft } from '../message-send/draft.ts';
import { deliveryTime, insertScheduled, removeScheduled } from '../scheduled-messages/insert.ts';
import { ownRow } from '../scheduled-messages/queries.ts';
import { reminderObject } from '../scheduled-messages/serialize.ts';
import { mentionOf } from '../message-send/notification-bot.ts';
import { sightOf } from '../../core/users/visibility.ts';

/** The text around what is quoted takes less than this. */
const roomAround = 500;

export async function createReminder(
  app: AppContext,
  me: Principal,
  { message_id: messageId, scheduled_delivery_timestamp: seconds, note = '' }: CreateReminderParams,
  origin: string,
): Promise<number> {
  if (codePoints(note.trim()) > limits.reminderNoteLength)
    throw badRequest(`note is too long (limit: ${limits.reminderNoteLength} characters)`);
  const message = await quotableMessage(app.db.read, me, messageId);
  const sees = await sightOf(app.db.read, me.directory, me.user);
  const { content, rendered } = prepareDraft(me, reminderText(message, note.trim()), {
    sees,
    organizationUrl: origin,
  });
  return app.db.write(me.orgId, me, async (tx) => {
    await messageForReading(tx, me, messageId);
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
    });
    tx.emit({ type: 'reminders', op: 'add', reminders: [reminderObject(row)] }, { users: [me.id] });
    return row.id;
  });
}

export async function deleteReminder(tx: Tx, userId: number, id: number): Promise<void> {
  if (!(await ownRow(tx, userId, id, 'reminder')))
    throw new ApiError('BAD_REQUEST', 'Reminder does not exist', {}, 404);
  await removeScheduled(tx, id);
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, { users: [userId] });
}

function reminderText(message: Quotable, note: string): string {
  const room = limits.messageLength - limits.reminderNoteLength - roomAround;
  return [
    'You asked to be reminded of this message.',
    ...(note === '' ? [] : [`Your note: ${note}`]),
    `${mentionOf(message.sender)} [wrote](${urlOf(message)}):`,
    quoted(truncate(message.content, room, '\n[message truncated]')),
  ].join('\n\n');
}
