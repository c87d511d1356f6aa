/** The feature: reminders. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateReminderResponse,
  CreateReminderParams,
  GetRemindersResponse,
  ReminderPath,
} from '../../../../wire/reminders.ts';
import { accessChanging } from '../../core/channels/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesChanged, messagesHidden } from '../../core/messages/index.ts';
import type { EventRules } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { getReminders } from '../scheduled-messages/index.ts';
import { emitChanged, emitDeleted, watchReminders } from './emit-changed.ts';
import { createReminder, deleteReminder } from './actions.ts';

const reminderRoutes = [
  route({
    method: 'GET',
    path: '/reminders',
    operationId: 'get-reminders',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetRemindersResponse,
    handle: async ({ app, me }) => ({ reminders: await getReminders(app.db.read, me) }),
  }),
  route({
    method: 'POST',
    path: '/reminders',
    operationId: 'create-message-reminder',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: CreateReminderParams,
    response: CreateReminderResponse,
    handle: async ({ app, me, params, origin }) => ({
      reminder_id: await createReminder(app, me, params, origin),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/reminders/:reminder_id',
    operationId: 'delete-reminder',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: ReminderPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteReminder(tx, me.id, params.reminder_id),
  }),
];

// A reminder whose message changed is removed and added again: what it quoted before is not shown.

const getSubject = (id: number) => ({ kind: 'reminder', id }) as const;

const reminderEvents: Pick<EventRules, 'reminders'> = {
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

export const remindersFeature = defineFeature({
  routes: reminderRoutes,
  events: reminderEvents,
  reactions: [
    on(messagesChanged, emitChanged),
    on(messagesHidden, emitDeleted),
    on(accessChanging, watchReminders),
  ],
});
