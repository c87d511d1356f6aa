import { EmptyResponse, Type } from '../../../../wire/core.ts';
import { RegisterDeviceResponse, RemoveDeviceParams } from '../../../../wire/devices.ts';
import { route } from '../../http/route.ts';
import { registerDevice, removeDevice } from './actions.ts';

export const deviceRoutes = [
  route({
    method: 'POST',
    path: '/register_client_device',
    operationId: 'register-client-device',
    policy: 'humans',
    leaves: 'nothing',
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
    leaves: 'nothing',
    personal: true,
    params: RemoveDeviceParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => removeDevice(tx, me.id, params.device_id),
  }),
];
