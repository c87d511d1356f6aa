/** The feature: push notifications to apps from an app store. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { RegisterPushParams, TestEncryptedPushParams, TestPushParams } from '../../../../wire/devices.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import { deliverMobilePush } from './deliver.ts';
import { jobs } from './jobs.ts';
import { registerToken } from './register-token.ts';
import { listRealmsAtRelay } from './relay-realms.ts';
import { checkedRegistration, registerForPush } from './registration.ts';
import { hasMobilePush } from './service.ts';
import { testLegacyPush, testMobilePush } from './test-push.ts';

export { hasMobilePush } from './service.ts';
export { enqueuePushNotices, usersWithDevices } from './transports.ts';

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
    defineJob(jobs.registerToken, registerToken, { isSlow: true }),
    defineJob(jobs.sendMobilePush, deliverMobilePush, { isSlow: true }),
    defineJob(jobs.sendStoredMobilePush, deliverMobilePush, { isSlow: true }),
  ],
  maintenance: [listRealmsAtRelay],
});
