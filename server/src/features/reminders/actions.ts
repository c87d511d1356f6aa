/** Reminders of messages. */
import { limits } from '../../../../wire/core.ts';
import type { CreateReminderParams } from '../../../../wire/reminders.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Quotable,
  messageForReading,
  quotableMessage,
  quoted,
  getUrl,
} from '../../core/messages/index.ts';
import { type Principal, textsOfPerson } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import { getMention, prepareDraft } from '../message-send/index.ts';
import {
  deliveryTime,
  insertScheduled,
  ownRow,
  reminderObject,
  removeScheduled,
} from '../scheduled-messages/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { codePoints, truncate } from '../../lib/text.ts';

/** More than the text around the quotation takes. */
const roomAround = 500;

export async function createReminder(
  app: AppContext,
  me: Principal,
  { message_id: messageId, scheduled_delivery_timestamp: seconds, note = '' }: CreateReminderParams,
  origin: string,
): Promise<number> {
  if (codePoints(note.trim()) > limits.reminderNoteLength)
    throw apiError('parameters.too-long', { name: 'note', limit: limits.reminderNoteLength });
  const message = await quotableMessage(app.db.read, me, messageId);
  const sees = await getUserVisibility(app.db.read, me.cache, me.user);
  const { content, rendered } = prepareDraft(
    me,
    reminderText(textsOfPerson(me.cache, me.user), message, note.trim()),
    {
      sees,
      organizationUrl: origin,
    },
  );
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
  if (!(await ownRow(tx, userId, id, 'reminder'))) throw apiError('reminders.not-found');
  await removeScheduled(tx, id);
  tx.emit({ type: 'reminders', op: 'remove', reminder_id: id }, { users: [userId] });
}

function reminderText(t: Texts, message: Quotable, note: string): string {
  const room = limits.messageLength - limits.reminderNoteLength - roomAround;
  return [
    t('notices.reminder'),
    ...(note === '' ? [] : [t('notices.reminderNote', { note })]),
    t('notices.wrote', { user: getMention(message.sender), url: getUrl(message) }),
    quoted(truncate(message.content, room, `\n${t('notices.truncated')}`)),
  ].join('\n\n');
}
