import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateReminderResponse,
  CreateReminderParams,
  GetRemindersResponse,
  ReminderPath,
} from '../../../../wire/reminders.ts';
import { route } from '../../http/route.ts';
import { getReminders } from '../scheduled-messages/index.ts';
import { createReminder, deleteReminder } from './actions.ts';

export const reminderRoutes = [
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
