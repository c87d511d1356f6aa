import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  RegisterDeviceResponse,
  RegisterPushParams,
  RemoveDeviceParams,
  TestEncryptedPushParams,
  TestPushParams,
} from '../../../../wire/devices.ts';
import { route } from '../../http/route.ts';
import { registerDevice, removeDevice } from './actions.ts';
import { registerForPush, testEncryptedPush, testPush } from './push.ts';

export const deviceRoutes = [
  route({
    method: 'POST',
    path: '/register_client_device',
    operationId: 'register-client-device',
    policy: 'humans',
    personal: true,
    params: Type.Object({}),
    response: RegisterDeviceResponse,
    write: async (tx, { me }) => ({ device_id: await registerDevice(tx, me.id) }),
  }),
  route({
    method: 'POST',
    path: '/remove_client_device',
    operationId: 'remove-client-device',
    policy: 'humans',
    personal: true,
    params: RemoveDeviceParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => removeDevice(tx, me.id, params.device_id),
  }),
  route({
    method: 'POST',
    path: '/mobile_push/register',
    operationId: 'register-push-device',
    policy: 'humans',
    personal: true,
    params: RegisterPushParams,
    response: EmptyResponse,
    handle: ({ params }) => registerForPush(params),
  }),
  route({
    method: 'POST',
    path: '/mobile_push/e2ee/test_notification',
    operationId: 'e2ee-test-notify',
    policy: 'humans',
    personal: true,
    params: TestEncryptedPushParams,
    response: EmptyResponse,
    handle: () => testEncryptedPush(),
  }),
  route({
    method: 'POST',
    path: '/mobile_push/test_notification',
    operationId: 'test-notify',
    policy: 'humans',
    personal: true,
    params: TestPushParams,
    response: EmptyResponse,
    handle: ({ app, me, params }) => testPush(app.db.read, me.id, params.token),
  }),
];
