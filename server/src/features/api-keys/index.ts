/** The feature: named API keys. */
import {
  ApiKeyPath,
  CreateApiKeyParams,
  CreateApiKeyResponse,
  GetApiKeysResponse,
} from '../../../../wire/api-keys.ts';
import { BotPath } from '../../../../wire/bots.ts';
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import { botToAdminister } from '../../core/bots/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import { noSuchUser } from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { createKey, revokeNamedKey } from './actions.ts';
import { listApiKeys } from './queries.ts';

export { createKey, revokeNamedKey } from './actions.ts';

/** The caller as of the transaction. */
function caller({ cache }: Tx, { id }: { id: number }): User {
  const user = cache.users.get(id);
  if (!user) throw noSuchUser();
  return user;
}

const bot = ({ cache }: Tx, me: { id: number }, botId: number): User =>
  botToAdminister(cache, cache.users.get(me.id), botId);

const own = [
  route({
    method: 'GET',
    path: '/heddle/api_keys',
    operationId: 'heddle-get-api-keys',
    policy: 'signedIn',
    scope: 'credentials',
    params: Type.Object({}),
    response: GetApiKeysResponse,
    handle: async ({ app, me }) => ({ api_keys: await listApiKeys(app.db.read, me.orgId, me) }),
  }),
  route({
    method: 'POST',
    path: '/heddle/api_keys',
    operationId: 'heddle-create-api-key',
    policy: 'signedIn',
    scope: 'credentials',
    params: CreateApiKeyParams,
    response: CreateApiKeyResponse,
    write: (tx, { me, params }) => createKey(tx, caller(tx, me), params),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/api_keys/:key_id',
    operationId: 'heddle-revoke-api-key',
    policy: 'signedIn',
    scope: 'credentials',
    params: ApiKeyPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => revokeNamedKey(tx, caller(tx, me), params.key_id),
  }),
];

const ofBots = [
  route({
    method: 'GET',
    path: '/heddle/bots/:bot_id/api_keys',
    operationId: 'heddle-get-bot-api-keys',
    policy: 'botKeepers',
    scope: 'credentials',
    params: BotPath,
    response: GetApiKeysResponse,
    handle: async ({ app, me, params }) => ({
      api_keys: await listApiKeys(app.db.read, me.orgId, botToAdminister(me.cache, me.user, params.bot_id)),
    }),
  }),
  route({
    method: 'POST',
    path: '/heddle/bots/:bot_id/api_keys',
    operationId: 'heddle-create-bot-api-key',
    policy: 'botKeepers',
    scope: 'credentials',
    params: withPath(BotPath, CreateApiKeyParams),
    response: CreateApiKeyResponse,
    write: (tx, { me, params }) => createKey(tx, bot(tx, me, params.bot_id), params),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/bots/:bot_id/api_keys/:key_id',
    operationId: 'heddle-revoke-bot-api-key',
    policy: 'botKeepers',
    scope: 'credentials',
    params: withPath(BotPath, ApiKeyPath),
    response: EmptyResponse,
    write: (tx, { me, params }) => revokeNamedKey(tx, bot(tx, me, params.bot_id), params.key_id),
  }),
];

const apiKeyRoutes = [...own, ...ofBots];

export const apiKeysFeature = defineFeature({ routes: apiKeyRoutes });
