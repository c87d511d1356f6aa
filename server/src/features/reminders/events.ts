/** A reminder whose message changed is removed and added again: what it quoted before is not shown. */
import type { EventRules } from '../../core/events/index.ts';

const getSubject = (id: number) => ({ kind: 'reminder', id }) as const;

export const reminderEvents: Pick<EventRules, 'reminders'> = {
  reminders: {
    to: ['named'],
    about: (event) =>
      event.op === 'add' ? event.reminders.map(({ reminder_id }) => getSubject(reminder_id)) : [],
    reduce(event, sees) {
      if (event.op !== 'add') return null;
      const reminders = event.reminders.filter(({ reminder_id }) => sees(getSubject(reminder_id)));
      return reminders.length > 0 ? { ...event, reminders } : null;
    },
    ends: (event) => (event.op === 'remove' ? [getSubject(event.reminder_id)] : []),
  },
};
