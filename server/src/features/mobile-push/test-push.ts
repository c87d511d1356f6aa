/** Test notifications of users to their own devices. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { hasToken } from '../devices/index.ts';
import { endDeadTokens, push, reachableDevices } from './deliver.ts';
import { mobilePushService } from './service.ts';

const limiter = defineService(() => new RateLimiter([{ seconds: 60, count: 10 }]));

/** @param only The id of a device. @throws ApiError if no device is reached, and above the rate limit */
export async function testMobilePush(app: AppContext, me: Principal, only?: number): Promise<void> {
  const rows = await reachableDevices(app.db.read, me.orgId, me.id);
  const devices = only === undefined ? rows : rows.filter(({ id }) => id === only);
  const service = await mobilePushService(app);
  if (devices.length === 0 || !service) throw apiError('devices.no-active-device');
  const { isAllowed, retryAfter } = limiter(app).use(String(me.id), app.clock.now());
  if (!isAllowed) throw apiError('requests.rate-limit', {}, { 'retry-after': retryAfter });
  const notice = { type: 'test', title: me.cache.organization.name, body: '' } as const;
  const outcome = await push(app, service, { orgId: me.orgId, userId: me.id, devices, notice });
  await app.db.write(me.orgId, me, (tx) => endDeadTokens(tx, me.id, outcome.deadTokenIds));
  if (outcome.kind === 'failed') throw apiError('devices.push-service-failed');
  if (outcome.delivered === 0) throw apiError('devices.no-active-device');
}

/** Legacy tokens are not used. @throws ApiError always */
export async function testLegacyPush(
  app: AppContext,
  userId: number,
  token: string | undefined,
): Promise<never> {
  if (token !== undefined && !(await hasToken(app.db.read, userId, token)))
    throw apiError('devices.not-recognized');
  throw apiError('devices.push-not-configured');
}
