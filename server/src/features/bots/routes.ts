import {
  BotApiKeyAnswer,
  BotPath,
  BotStorageKeysParams,
  CreateBotAnswer,
  CreateBotParams,
  GetBotsAnswer,
  GetBotStorageAnswer,
  UpdateBotAnswer,
  UpdateBotParams,
  UpdateBotStorageParams,
} from '../../../../wire/bots.ts';
import { EmptyAnswer, limits, Type } from '../../../../wire/core.ts';
import { route, withPath } from '../../http/route.ts';
import { botApiKey, botDomain, habitsGiven, ownBots } from '../../core/bots/index.ts';
import { mebibyte } from '../uploads/index.ts';
import { deactivateBot, regenerateBotApiKey } from './actions.ts';
import { createBot } from './create.ts';
import { deleteEntries, keep, storageOf } from './storage.ts';
import { updateBot } from './update.ts';

export const botRoutes = [
  route({
    method: 'GET',
    path: '/bots',
    operationId: 'get-bots',
    policy: 'botKeepers',
    params: Type.Object({}),
    answer: GetBotsAnswer,
    handle: async ({ app, me }) => ({ bots: await ownBots(app.db.read, app.secrets, me) }),
  }),
  route({
    method: 'POST',
    path: '/bots',
    operationId: 'create-bot',
    policy: 'botKeepers',
    params: CreateBotParams,
    answer: CreateBotAnswer,
    largestFile: () => limits.avatarMebibytes * mebibyte,
    handle: ({ app, me, params, origin, files }) =>
      createBot(app, me, {
        fullName: params.full_name,
        shortName: params.short_name,
        domain: botDomain(origin),
        type: params.bot_type,
        payloadUrl: params.payload_url,
        interface: params.interface_type,
        serviceName: params.service_name,
        config: params.config_data ?? {},
        habits: habitsGiven(params),
        files,
      }),
  }),
  route({
    method: 'PATCH',
    path: '/bots/:bot_id',
    operationId: 'update-bot',
    policy: 'botKeepers',
    params: withPath(BotPath, UpdateBotParams),
    answer: UpdateBotAnswer,
    largestFile: () => limits.avatarMebibytes * mebibyte,
    handle: ({ app, me, params, origin, files }) =>
      updateBot(app, me, params.bot_id, {
        fullName: params.full_name,
        shortName: params.short_name,
        domain: botDomain(origin),
        role: params.role,
        ownerId: params.bot_owner_id,
        payloadUrl: params.service_payload_url,
        interface: params.service_interface,
        config: params.config_data,
        habits: habitsGiven(params),
        files,
      }),
  }),
  route({
    method: 'DELETE',
    path: '/bots/:bot_id',
    operationId: 'deactivate-bot',
    policy: 'signedIn',
    params: BotPath,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => deactivateBot(tx, me, params.bot_id));
      return {};
    },
  }),
  route({
    method: 'GET',
    path: '/bots/:bot_id/api_key',
    operationId: 'get-bot-api-key',
    policy: 'botKeepers',
    params: BotPath,
    answer: BotApiKeyAnswer,
    handle: async ({ app, me, params }) => ({
      api_key: await botApiKey(app.db.read, app.secrets, me, params.bot_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/bots/:bot_id/api_key/regenerate',
    operationId: 'regenerate-bot-api-key',
    policy: 'botKeepers',
    params: BotPath,
    answer: BotApiKeyAnswer,
    handle: async ({ app, me, params }) => ({
      api_key: await regenerateBotApiKey(app, me, params.bot_id),
    }),
  }),
  route({
    method: 'GET',
    path: '/bot_storage',
    operationId: 'get-bot-storage',
    policy: 'signedIn',
    params: BotStorageKeysParams,
    answer: GetBotStorageAnswer,
    handle: async ({ app, me, params }) => ({
      storage: await storageOf(app.db.read, me.id, params.keys),
    }),
  }),
  route({
    method: 'PUT',
    path: '/bot_storage',
    operationId: 'update-bot-storage',
    policy: 'signedIn',
    params: UpdateBotStorageParams,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => keep(tx, me.id, params.storage));
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/bot_storage',
    operationId: 'remove-bot-storage',
    policy: 'signedIn',
    params: BotStorageKeysParams,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => deleteEntries(tx, me.id, params.keys));
      return {};
    },
  }),
];
