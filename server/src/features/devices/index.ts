/** The feature: devices. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  RegisterDeviceResponse,
  RemoveDeviceParams,
  AddApnsTokenParams,
  TokenParams,
  type ClientDevice,
} from '../../../../wire/devices.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { registerDevice, removeDevice, addToken, removeToken } from './actions.ts';
import type { Db } from '../../db/db.ts';
import { deviceObject } from './serialize.ts';

export { deleteUserDevices, deletePushTokens, hasToken } from './actions.ts';
export type { DeviceRow } from './serialize.ts';
export { endPushOfDevices, findDevice, updateDevice } from './updates.ts';

const deviceRoutes = [
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

const tokenRoutes = [
  route({
    method: 'POST',
    path: '/users/me/apns_device_token',
    operationId: 'add-apns-token',
    policy: 'humans',
    leaves: 'access',
    personal: true,
    params: AddApnsTokenParams,
    response: EmptyResponse,
    write: (tx, { me, params: { token, appid } }) =>
      addToken(tx, me.id, { kind: 'apns', token, appId: appid }),
  }),
  route({
    method: 'DELETE',
    path: '/users/me/apns_device_token',
    operationId: 'remove-apns-token',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: TokenParams,
    response: EmptyResponse,
    write: (tx, { me, params: { token } }) => removeToken(tx, me.id, { kind: 'apns', token }),
  }),
  route({
    method: 'POST',
    path: '/users/me/android_gcm_reg_id',
    operationId: 'add-fcm-token',
    policy: 'humans',
    leaves: 'access',
    personal: true,
    params: TokenParams,
    response: EmptyResponse,
    write: (tx, { me, params: { token } }) => addToken(tx, me.id, { kind: 'fcm', token }),
  }),
  route({
    method: 'DELETE',
    path: '/users/me/android_gcm_reg_id',
    operationId: 'remove-fcm-token',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: TokenParams,
    response: EmptyResponse,
    write: (tx, { me, params: { token } }) => removeToken(tx, me.id, { kind: 'fcm', token }),
  }),
];

const deviceState: Pick<StateFetchers, 'device'> = {
  device: async ({ tx, me }) => ({ devices: await getDevices(tx, me.id) }),
};

export const devicesFeature = defineFeature({
  routes: [...deviceRoutes, ...tokenRoutes],
  events: { device: personal },
  registerState: deviceState,
});

/** By id. */
async function getDevices({ q }: Db, userId: number): Promise<Record<string, ClientDevice>> {
  const rows = await q
    .selectFrom('client_device')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.id, deviceObject(row)]));
}
