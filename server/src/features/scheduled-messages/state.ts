import type { StateFetchers } from '../../core/context/index.ts';
import { readerIn } from '../../core/messages/index.ts';
import { getReminders, getScheduled } from './queries.ts';

export const scheduledState: Pick<StateFetchers, 'scheduled_messages' | 'reminders'> = {
  scheduled_messages: async ({ tx, me }) => ({ scheduled_messages: await getScheduled(tx, me.id) }),
  reminders: async ({ tx, me }) => ({ reminders: await getReminders(tx, readerIn(tx, me)) }),
};
