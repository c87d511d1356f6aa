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
