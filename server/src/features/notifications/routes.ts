import { EmptyResponse } from '../../../../wire/core.ts';
import { NotifyUrgentlyParams } from '../../../../wire/do-not-disturb.ts';
import { GetNotificationResponse, NotificationPath } from '../../../../wire/notifications.ts';
import { route } from '../../http/route.ts';
import { notifyUrgently } from './notify-urgently.ts';
import { explainNotification } from './queries.ts';

export const notificationRoutes = [
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
