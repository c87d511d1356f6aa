/** Sends a test notification to the caller's own devices. */
import type { TestPushSubscriptionsResponse } from '../../../../wire/push-subscriptions.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type Principal, textsOfPerson } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import {
  deleteDeadSubscription,
  noteDelivery,
  type SubscriptionRow,
  liveSubscriptions,
} from './subscriptions.ts';
import { sendWebPush } from './web-push.ts';

const limiter = defineService(() => new RateLimiter([{ seconds: 60, count: 10 }]));

type Result = TestPushSubscriptionsResponse['results'][number];

/** @throws ApiError without a subscription, and above the rate limit */
export async function testSubscriptions(app: AppContext, me: Principal, only?: number): Promise<Result[]> {
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
