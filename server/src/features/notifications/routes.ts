import { GetNotificationResponse, NotificationPath } from '../../../../wire/notifications.ts';
import { route } from '../../http/route.ts';
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
];
