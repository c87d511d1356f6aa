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
import { deliverWebPush, jobs } from './deliver.ts';
import {
  addSubscription,
  removeSubscription,
  subscriptionObject,
  liveSubscriptions,
  deleteDeadSubscription,
  noteDelivery,
  type SubscriptionRow,
} from './subscriptions.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type Principal, textsOfPerson } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { sendWebPush } from './web-push.ts';

export {
  type QueuedNotice,
  enqueueNotices,
  getWaiting,
  mostPushAttempts,
  noticeToSend,
  PushFailed,
  settleNotice,
  type PushOutcome,
  pushOutcome,
} from './deliver.ts';
export { type MissedMessage, getMissedMessages } from './message-notice.ts';
export { type MessageNotice, type Notice, type WaitingNotice, fitJson } from './payload.ts';
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
  jobs: [jobs.sendWebPush, jobs.sendStoredWebPush].map((kind) => defineJob(kind, deliverWebPush, 'push')),
});

// Sends a test notification to the caller's own devices.

const limiter = defineService(() => new RateLimiter([{ seconds: 60, count: 10 }]));

type Result = TestPushSubscriptionsResponse['results'][number];

/** @throws ApiError without a subscription, and above the rate limit */
async function testSubscriptions(app: AppContext, me: Principal, only?: number): Promise<Result[]> {
  const now = app.clock.now();
  const rows = await liveSubscriptions(app.db.read, { cache: me.cache, now }, me.id);
  const chosen = only === undefined ? rows : rows.filter(({ id }) => id === only);
  if (chosen.length === 0) throw apiError('push.no-such-subscription');
  const { isAllowed, retryAfter } = limiter(app).use(String(me.id), now);
  if (!isAllowed) throw apiError('requests.rate-limit', {}, { 'retry-after': retryAfter });
  return Promise.all(chosen.map((row) => test(app, me, row)));
}

async function test(app: AppContext, me: Principal, row: SubscriptionRow): Promise<Result> {
  const t = textsOfPerson(me.cache, me.user);
  const { name, subdomain } = me.cache.organization;
  const notice = { type: 'test', title: name, body: t('push.test') } as const;
  const outcome = await sendWebPush(app, subdomain, row, notice);
  const error = outcome.kind === 'failed' ? outcome.error : null;
  await app.db.write(me.orgId, me, (tx) =>
    outcome.kind === 'gone' ? deleteDeadSubscription(tx, row.id) : noteDelivery(tx, row.id, error),
  );
  const isGone = outcome.kind === 'gone';
  return {
    id: row.id,
    is_delivered: outcome.kind === 'delivered',
    error: isGone ? 'The device is no longer subscribed at its push service, and was removed.' : error,
  };
}
