/** The feature: push notifications. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  AddPushSubscriptionParams,
  AddPushSubscriptionResponse,
  GetPushSubscriptionsResponse,
  PushSubscriptionPath,
  TestPushSubscriptionsParams,
  TestPushSubscriptionsResponse,
} from '../../../../wire/push-subscriptions.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { vapidPublicKey } from '../../lib/push/vapid.ts';
import { deliverWebPush } from './deliver.ts';
import { jobs } from './jobs.ts';
import {
  addSubscription,
  removeSubscription,
  subscriptionObject,
  liveSubscriptions,
} from './subscriptions.ts';
import { testSubscriptions } from './test-push.ts';

export {
  type QueuedNotice,
  enqueueNotices,
  getWaiting,
  mostPushAttempts,
  noticeToSend,
  PushFailed,
  settleNotice,
} from './deliver.ts';
export { type MissedMessage, getMissedMessages } from './missed-messages.ts';
export type { MessageNotice, Notice, WaitingNotice } from './notice.ts';
export { type PushOutcome, pushOutcome } from './outcome.ts';
export { fitJson } from './payload.ts';
export { deletePushSubscriptions, usersWithSubscriptions } from './subscriptions.ts';
export { keptSeconds } from './web-push.ts';

const path = '/heddle/push_subscriptions';

const pushRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'heddle-get-push-subscriptions',
    policy: 'humans',
    leaves: 'nothing',
    params: Type.Object({}),
    response: GetPushSubscriptionsResponse,
    handle: async ({ app, me }) => {
      const rows = await liveSubscriptions(app.db.read, { cache: me.cache, now: app.clock.now() }, me.id);
      return {
        application_server_key: vapidPublicKey(app.secrets),
        subscriptions: rows.map((row) => subscriptionObject(row, me.sessionId)),
      };
    },
  }),
  route({
    method: 'POST',
    path,
    operationId: 'heddle-add-push-subscription',
    policy: 'humans',
    personal: true,
    // A subscription would outlive a named API key.
    scope: 'credentials',
    params: AddPushSubscriptionParams,
    response: AddPushSubscriptionResponse,
    write: async (tx, { app, me, params }) => ({
      id: await addSubscription(tx, me, params, app.config.reachableNetworks),
    }),
  }),
  route({
    method: 'POST',
    path: `${path}/test`,
    operationId: 'heddle-test-push-subscriptions',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: TestPushSubscriptionsParams,
    response: TestPushSubscriptionsResponse,
    handle: async ({ app, me, params }) => ({
      results: await testSubscriptions(app, me, params.subscription_id),
    }),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:subscription_id`,
    operationId: 'heddle-remove-push-subscription',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: PushSubscriptionPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => removeSubscription(tx, me.id, params.subscription_id),
  }),
];

export const pushFeature = defineFeature({
  routes: pushRoutes,
  jobs: [jobs.sendWebPush, jobs.sendStoredWebPush].map((kind) =>
    defineJob(kind, deliverWebPush, { isSlow: true }),
  ),
});
