import { EmptyResponse } from '../../../../wire/core.ts';
import { AddApnsTokenParams, TokenParams } from '../../../../wire/devices.ts';
import { route } from '../../http/route.ts';
import { addToken, removeToken } from './tokens.ts';

export const tokenRoutes = [
  route({
    method: 'POST',
    path: '/users/me/apns_device_token',
    operationId: 'add-apns-token',
    policy: 'humans',
    personal: true,
    params: AddApnsTokenParams,
    response: EmptyResponse,
    handle: async ({ app, me, params: { token, appid } }) => {
      await app.db.write(me.orgId, me, (tx) => addToken(tx, me.id, { kind: 'apns', token, appId: appid }));
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/me/apns_device_token',
    operationId: 'remove-apns-token',
    policy: 'humans',
    personal: true,
    params: TokenParams,
    response: EmptyResponse,
    handle: async ({ app, me, params: { token } }) => {
      await app.db.write(me.orgId, me, (tx) => removeToken(tx, me.id, { kind: 'apns', token }));
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/users/me/android_gcm_reg_id',
    operationId: 'add-fcm-token',
    policy: 'humans',
    personal: true,
    params: TokenParams,
    response: EmptyResponse,
    handle: async ({ app, me, params: { token } }) => {
      await app.db.write(me.orgId, me, (tx) => addToken(tx, me.id, { kind: 'fcm', token }));
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/me/android_gcm_reg_id',
    operationId: 'remove-fcm-token',
    policy: 'humans',
    personal: true,
    params: TokenParams,
    response: EmptyResponse,
    handle: async ({ app, me, params: { token } }) => {
      await app.db.write(me.orgId, me, (tx) => removeToken(tx, me.id, { kind: 'fcm', token }));
      return {};
    },
  }),
];
