import type { Selectable } from 'kysely';
import type { Reminder } from '../../../../wire/reminders.ts';
import type { ScheduledMessage } from '../../../../wire/scheduled-messages.ts';
import type { Schema } from '../../db/schema.ts';
import { parseStored } from '../../lib/json.ts';

export type ScheduledRow = Omit<Selectable<Schema['scheduled_message']>, 'org_id'>;

export const getRecipients = ({ recipients }: Pick<ScheduledRow, 'recipients'>): number[] =>
  parseStored(recipients);

const delivery = (row: ScheduledRow, text: ShownText) => ({
  content: text.content,
  rendered_content: text.rendered_content,
  scheduled_delivery_timestamp: Math.floor(row.deliver_at / 1000),
  failed: row.is_failed !== 0,
});

export function scheduledObject(row: ScheduledRow): ScheduledMessage {
  const common = delivery(row, { content: row.content, rendered_content: row.rendered });
  return row.channel_id === null
    ? { scheduled_message_id: row.id, type: 'private', to: getRecipients(row), ...common }
    : { scheduled_message_id: row.id, type: 'stream', to: row.channel_id, topic: row.topic, ...common };
}

type ShownText = Pick<Reminder, 'content' | 'rendered_content'>;

export function reminderObject(row: ScheduledRow, text: ShownText): Reminder {
  const common = delivery(row, text);
  return {
    reminder_id: row.id,
    type: 'private',
    to: getRecipients(row),
    ...common,
    reminder_target_message_id: row.target_message_id ?? 0,
  };
}
