/** The feature: scheduled messages. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateScheduledResponse,
  CreateScheduledParams,
  EditScheduledParams,
  GetScheduledResponse,
  ScheduledPath,
} from '../../../../wire/scheduled-messages.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { on } from '../../core/log/index.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { readerIn } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { unsentContents } from '../uploads/index.ts';
import { deliverScheduled } from './deliver.ts';
import { waitingContents, getScheduled, getReminders } from './queries.ts';
import { jobs, createScheduled, deleteScheduled, editScheduled } from './actions.ts';

export { deliveryTime, insertScheduled, removeScheduled, jobs as scheduledJobs } from './actions.ts';
export { ownRow, getReminders, remindersAbout, remindersIn } from './queries.ts';
export { reminderObjects } from './reminder-content.ts';
export type { ScheduledRow } from './serialize.ts';

const scheduledRoutes = [
  route({
    method: 'GET',
    path: '/scheduled_messages',
    operationId: 'get-scheduled-messages',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetScheduledResponse,
    handle: async ({ app, me }) => ({ scheduled_messages: await getScheduled(app.db.read, me.id) }),
  }),
  route({
    method: 'POST',
    path: '/scheduled_messages',
    operationId: 'create-scheduled-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: CreateScheduledParams,
    response: CreateScheduledResponse,
    handle: async ({ app, me, params, client, origin }) => ({
      scheduled_message_id: await createScheduled(app, me, params, { client, origin }),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/scheduled_messages/:scheduled_message_id',
    operationId: 'update-scheduled-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(ScheduledPath, EditScheduledParams),
    response: EmptyResponse,
    handle: async ({ app, me, params, origin }) => {
      await editScheduled(app, me, params.scheduled_message_id, params, origin);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/scheduled_messages/:scheduled_message_id',
    operationId: 'delete-scheduled-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: ScheduledPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteScheduled(tx, me.id, params.scheduled_message_id),
  }),
];

const scheduledState: Pick<StateFetchers, 'scheduled_messages' | 'reminders'> = {
  scheduled_messages: async ({ tx, me }) => ({ scheduled_messages: await getScheduled(tx, me.id) }),
  reminders: async ({ tx, me }) => ({ reminders: await getReminders(tx, readerIn(tx, me)) }),
};

export const scheduledMessagesFeature = defineFeature({
  routes: scheduledRoutes,
  events: { scheduled_messages: personal },
  registerState: scheduledState,
  jobs: [defineJob(jobs.deliverScheduled, deliverScheduled)],
  reactions: [on(unsentContents, (tx) => waitingContents(tx, tx.orgId))],
});
