import type { StateFetchers } from '../../core/context/index.ts';
import { remindersOf, scheduledOf } from './queries.ts';

export const scheduledState: Pick<StateFetchers, 'scheduled_messages' | 'reminders'> = {
  scheduled_messages: async ({ tx, me }) => ({ scheduled_messages: await scheduledOf(tx, me.id) }),
  reminders: async ({ tx, me }) => ({ reminders: await remindersOf(tx, me.id) }),
};
