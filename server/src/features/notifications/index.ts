/** The feature: notifications. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { NotifyUrgentlyParams } from '../../../../wire/do-not-disturb.ts';
import { GetNotificationResponse, NotificationPath } from '../../../../wire/notifications.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { messageById } from '../../core/events/index.ts';
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { messageEditJobs as mentioned } from '../message-edit/index.ts';
import { quietEnded } from '../do-not-disturb/index.ts';
import { pushOutcome } from '../push/index.ts';
import { deleteOldDecisions } from './decision-rows.ts';
import { jobs } from './jobs.ts';
import { deleteHandled } from './missed-rows.ts';
import { missedMessages } from './missed.ts';
import { sendMissed } from './send-missed.ts';
import { notifier } from './notifier.ts';
import { notifyMentioned } from './notify-mentioned.ts';
import { pushEarlier, pushMissed, pushUrgent, settlePush } from './push-missed.ts';
import { pushRemover, removeHidden } from './push-removal.ts';
import { notifyUrgently } from './notify-urgently.ts';
import { explainNotification } from './queries.ts';

export { mailContext, quotedText, MailImages } from './email.ts';
export { mailFrame, mailHeading, mailItem, mailLink, mailNote } from './email-html.ts';
export { notifiedUpTo } from './notifier.ts';
export { type OfferedUnsubscription, offeredUnsubscription, unsubscribe } from './unsubscribe.ts';
export { EmailRefused, checkReplyAddress, type Refusal, postReply } from './post-reply.ts';

const notificationRoutes = [
  route({
    method: 'GET',
    path: '/heddle/notifications/:message_id',
    operationId: 'heddle-explain-notification',
    policy: 'signedIn',
    scope: 'read',
    params: NotificationPath,
    response: GetNotificationResponse,
    handle: ({ app, me, params }) => explainNotification(app.db.read, me, params.message_id),
  }),
  route({
    method: 'POST',
    path: '/heddle/urgent_notifications/:message_id',
    operationId: 'heddle-notify-urgently',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: NotifyUrgentlyParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => notifyUrgently(tx, me, params),
  }),
];

export const notificationsFeature = defineFeature({
  routes: notificationRoutes,
  events: {
    heddle_urgent_notification: {
      to: ['readers'],
      about: ({ message_id }, audience) => [messageById(message_id, audience)],
    },
  },
  jobs: [
    defineJob(jobs.missedMessages, missedMessages),
    defineJob(jobs.sendMissed, sendMissed),
    defineJob(jobs.pushMissed, pushMissed),
    defineJob(jobs.pushUrgent, pushUrgent),
    defineJob(mentioned.notifyMentioned, notifyMentioned),
  ],
  reactions: [on(pushOutcome, settlePush), on(messagesHidden, removeHidden), on(quietEnded, pushEarlier)],
  workers: [notifier, pushRemover],
  expiries: [deleteHandled, deleteOldDecisions],
});
