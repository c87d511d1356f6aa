/** Scheduled messages and reminders, by ID. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { Reminder } from '../../../../wire/reminders.ts';
import type { ScheduledMessage } from '../../../../wire/scheduled-messages.ts';
import { defineNoun } from '../base/noun.ts';
import { byId } from '../base/objects.ts';

type Scheduled = Map<number, ScheduledMessage>;
type Reminders = Map<number, Reminder>;

const scheduledFromRegister = ({ scheduled_messages: messages }: RegisterResponse): Scheduled =>
  byId(messages, (message) => message.scheduled_message_id);

const remindersFromRegister = ({ reminders }: RegisterResponse): Reminders =>
  byId(reminders, (reminder) => reminder.reminder_id);

function reduceScheduled(
  { scheduled }: { scheduled: Scheduled },
  event: EventOf<'scheduled_messages'>,
): void {
  if (event.op === 'remove') {
    scheduled.delete(event.scheduled_message_id);
    return;
  }
  const changed = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message];
  for (const message of changed) scheduled.set(message.scheduled_message_id, message);
}

function reduceReminders({ reminders }: { reminders: Reminders }, event: EventOf<'reminders'>): void {
  if (event.op === 'remove') reminders.delete(event.reminder_id);
  else for (const reminder of event.reminders) reminders.set(reminder.reminder_id, reminder);
}

export const scheduled = defineNoun({
  keys: ['scheduled_messages'],
  state: { scheduled: scheduledFromRegister },
  reducers: { scheduled_messages: reduceScheduled },
});

export const reminders = defineNoun({
  keys: ['reminders'],
  state: { reminders: remindersFromRegister },
  reducers: { reminders: reduceReminders },
});
