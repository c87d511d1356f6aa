/** The feature: push notifications to apps from an app store. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { RegisterPushParams, TestEncryptedPushParams, TestPushParams } from '../../../../wire/devices.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import { deliverMobilePush, enqueueMobilePushes, usersWithMobileDevices } from './deliver.ts';
import { jobs } from './jobs.ts';
import { registerToken } from './register-token.ts';
import { checkedRegistration, registerForPush } from './registration.ts';
import { hasMobilePush, openRelay } from './service.ts';
import { testLegacyPush, testMobilePush } from './test-push.ts';
import type { Tx } from '../../core/log/index.ts';
import { enqueueNotices, type QueuedNotice, usersWithSubscriptions } from '../push/index.ts';
import { createHmac } from 'node:crypto';
import { organizationSettingDefaults } from '../../../../wire/organization.ts';
import type { AppContext } from '../../core/context/index.ts';
import { pushKey } from '../../lib/secrets.ts';
import { parseStored } from '../../lib/json.ts';
import { organizationUrl } from '../../http/urls.ts';

export { hasMobilePush } from './service.ts';

const mobilePushRoutes = [
  route({
    method: 'POST',
    path: '/mobile_push/register',
    operationId: 'register-push-device',
    policy: 'humans',
    personal: true,
    // It would outlive a named key.
    scope: 'credentials',
    params: RegisterPushParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      const given = { ...checkedRegistration(params), deviceId: params.device_id };
      if (!hasMobilePush(app.config)) throw apiError('devices.push-not-configured');
      await app.db.write(me.orgId, me, (tx) => registerForPush(tx, app.secrets, me.id, given));
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/mobile_push/e2ee/test_notification',
    operationId: 'e2ee-test-notify',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: TestEncryptedPushParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await testMobilePush(app, me, params.device_id);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/mobile_push/test_notification',
    operationId: 'test-notify',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: TestPushParams,
    response: EmptyResponse,
    handle: ({ app, me, params }) => testLegacyPush(app, me.id, params.token),
  }),
];

export const mobilePushFeature = defineFeature({
  routes: mobilePushRoutes,
  jobs: [
    defineJob(jobs.registerToken, registerToken, 'push'),
    defineJob(jobs.sendMobilePush, deliverMobilePush, 'push'),
    defineJob(jobs.sendStoredMobilePush, deliverMobilePush, 'push'),
  ],
  maintenance: [listRealmsAtRelay],
});

// The two transports of push notifications: to browsers and UnifiedPush apps, and to apps from an app store.

/** The users who have a device for push notifications. */
export async function usersWithDevices(tx: Tx, userIds: readonly number[]): Promise<Set<number>> {
  return new Set([
    ...(await usersWithSubscriptions(tx, tx, userIds)),
    ...(await usersWithMobileDevices(tx, tx.orgId, userIds)),
  ]);
}

/** Enqueues notifications. @returns whether there is a device to deliver them to */
export async function enqueuePushNotices(
  tx: Tx,
  userId: number,
  notices: readonly QueuedNotice[],
): Promise<boolean> {
  const hasBrowser = await enqueueNotices(tx, userId, notices);
  const hasApp = await enqueueMobilePushes(tx, userId, notices);
  return hasBrowser || hasApp;
}

// Registers organizations with the push relay, which delivers only for these.

export async function listRealmsAtRelay(app: AppContext): Promise<void> {
  const relay = openRelay(app);
  if (!relay) return;
  const rows = await app.db.read.q
    .selectFrom('organization')
    .select(['id', 'uuid', 'name', 'subdomain', 'settings', 'created_at'])
    .where('is_deactivated', '=', 0)
    .orderBy('id')
    .execute();
  const realms = rows.map(({ id, uuid, name, subdomain, settings, created_at: createdAt }) => {
    const { org_type: orgType = organizationSettingDefaults.org_type } = parseStored<{
      org_type?: number;
    }>(settings);
    const url = organizationUrl(app, subdomain);
    const ownerSecret = createHmac('sha256', pushKey(app.secrets)).update(`owner of ${uuid}`).digest('hex');
    return { id, uuid, ownerSecret, host: new URL(url).host, url, name, orgType, createdAt };
  });
  const error = await relay.listRealms(realms);
  if (error !== undefined) app.log.warn({ error }, 'the push relay does not know the organizations');
}
