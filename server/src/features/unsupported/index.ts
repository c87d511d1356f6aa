/** The feature: operations of the API that do not apply to this server, each with the documented error. */
import { Type } from '../../../../wire/core.ts';
import type { ErrorKey } from '../../../../wire/errors/catalogue.ts';
import {
  DevFetchApiKeyParams,
  NeverResponse,
  RegisterRemotePushDeviceParams,
} from '../../../../wire/unsupported.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';

type PlainKey = Extract<ErrorKey, `unsupported.${string}`>;

const refuse = (key: PlainKey) => (): Promise<never> => Promise.reject(apiError(key));

const unsupportedRoutes = [
  // Only development servers allow signing in without a password.
  openRoute({
    method: 'POST',
    path: '/dev_fetch_api_key',
    operationId: 'dev-fetch-api-key',
    policy: 'anyone',
    params: DevFetchApiKeyParams,
    response: NeverResponse,
    handle: refuse('unsupported.development-only'),
  }),
  openRoute({
    method: 'GET',
    path: '/dev_list_users',
    operationId: 'dev-list-users',
    policy: 'anyone',
    params: Type.Object({}),
    response: NeverResponse,
    handle: refuse('unsupported.development-only'),
  }),
  // This server relays no push notifications for others, so no organization is registered with it.
  openRoute({
    method: 'POST',
    path: '/remotes/push/e2ee/register',
    operationId: 'register-remote-push-device',
    policy: 'anyone',
    params: RegisterRemotePushDeviceParams,
    response: NeverResponse,
    handle: refuse('unsupported.not-registered'),
  }),
];

export const unsupportedFeature = defineFeature({ routes: unsupportedRoutes });
