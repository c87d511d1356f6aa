/** Reminders of messages, delivered by direct message from the notification bot. */
import { Exact, Id, Ids, Type, UnixSeconds, type Static, type Examples } from './core.ts';

export const Reminder = Exact({
  reminder_id: Id,
  type: Type.Literal('private'),
  to: Ids,
  content: Type.String(),
  rendered_content: Type.String(),
  scheduled_delivery_timestamp: UnixSeconds,
  failed: Type.Boolean(),
  reminder_target_message_id: Id,
});
export type Reminder = Static<typeof Reminder>;

export const ReminderPath = Type.Object({ reminder_id: Id });

/** GET /reminders: the next due first. */
export const GetRemindersResponse = Exact({ reminders: Type.Array(Reminder) });

/** POST /reminders */
export const CreateReminderParams = Type.Object({
  message_id: Id,
  scheduled_delivery_timestamp: Type.Integer(),
  note: Type.Optional(Type.String()),
});
export type CreateReminderParams = Static<typeof CreateReminderParams>;
export const CreateReminderResponse = Exact({ reminder_id: Id });

const reminderEvent = { id: Type.Integer(), type: Type.Literal('reminders') };

const RemindersEvent = Type.Union([
  Exact({ ...reminderEvent, op: Type.Literal('add'), reminders: Type.Array(Reminder) }),
  Exact({ ...reminderEvent, op: Type.Literal('remove'), reminder_id: Id }),
]);

export const reminderState = { reminders: { reminders: Type.Array(Reminder) } };

export const reminderEvents = { reminders: RemindersEvent };

export const reminderExamples: Examples<typeof reminderEvents> = {
  reminders: { 'a reminder that is gone': { id: 1, type: 'reminders', op: 'remove', reminder_id: 3 } },
};
