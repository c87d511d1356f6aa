import {
  BotApiKeyResponse,
  BotPath,
  BotStorageKeysParams,
  CreateBotResponse,
  CreateBotParams,
  GetBotsResponse,
  GetBotStorageResponse,
  UpdateBotResponse,
  UpdateBotParams,
  UpdateBotStorageParams,
} from '../../../../wire/bots.ts';
import { EmptyResponse, limits, type Role, roles, type Static, Type } from '../../../../wire/core.ts';
import type { Leaves, Principal } from '../../core/organization/index.ts';
import { route, withPath } from '../../http/route.ts';
import { botApiKey, botDomain, parseBotDefaults, ownBots, botToAdminister } from '../../core/bots/index.ts';
import { mebibyte } from '../uploads/index.ts';
import { createBot } from './create.ts';
import { deleteEntries, keep, getStorage } from './storage.ts';
import { updateBot } from './update.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { newCredentials } from '../../core/users/index.ts';
import { endAccount, storeApiKey } from '../users/index.ts';

/** The owner of a bot sees its key. */
const lastingChanges = {
  bot_id: 'nothing',
  full_name: 'nothing',
  short_name: 'nothing',
  role: (role: Role) => role < roles.member,
  bot_owner_id: 'access',
  default_sending_stream: 'nothing',
  default_events_register_stream: 'nothing',
  default_all_public_streams: 'nothing',
  service_payload_url: 'access',
  service_interface: 'nothing',
  config_data: 'access',
} satisfies Leaves<Static<typeof BotPath> & UpdateBotParams>;

export const botRoutes = [
  route({
    method: 'GET',
    path: '/bots',
    operationId: 'get-bots',
    policy: 'botKeepers',
    scope: 'credentials',
    params: Type.Object({}),
    response: GetBotsResponse,
    handle: async ({ app, me }) => ({ bots: await ownBots(app.db.read, app.secrets, me) }),
  }),
  route({
    method: 'POST',
    path: '/bots',
    operationId: 'create-bot',
    policy: 'botKeepers',
    scope: 'credentials',
    params: CreateBotParams,
    response: CreateBotResponse,
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
        defaults: parseBotDefaults(params),
        files,
      }),
  }),
  route({
    method: 'PATCH',
    path: '/bots/:bot_id',
    operationId: 'update-bot',
    policy: 'botKeepers',
    scope: 'administer',
    leaves: lastingChanges,
    params: withPath(BotPath, UpdateBotParams),
    response: UpdateBotResponse,
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
        defaults: parseBotDefaults(params),
        files,
      }),
  }),
  route({
    method: 'DELETE',
    path: '/bots/:bot_id',
    operationId: 'deactivate-bot',
    policy: 'signedIn',
    scope: 'administer',
    leaves: 'nothing',
    params: BotPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deactivateBot(tx, me, params.bot_id),
  }),
  route({
    method: 'GET',
    path: '/bots/:bot_id/api_key',
    operationId: 'get-bot-api-key',
    policy: 'botKeepers',
    scope: 'credentials',
    params: BotPath,
    response: BotApiKeyResponse,
    handle: async ({ app, me, params }) => ({
      api_key: await botApiKey(app.db.read, app.secrets, me, params.bot_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/bots/:bot_id/api_key/regenerate',
    operationId: 'regenerate-bot-api-key',
    policy: 'botKeepers',
    scope: 'credentials',
    params: BotPath,
    response: BotApiKeyResponse,
    handle: async ({ app, me, params }) => ({
      api_key: await regenerateBotApiKey(app, me, params.bot_id),
    }),
  }),
  route({
    method: 'GET',
    path: '/bot_storage',
    operationId: 'get-bot-storage',
    policy: 'botUsers',
    scope: 'read',
    params: BotStorageKeysParams,
    response: GetBotStorageResponse,
    handle: async ({ app, me, params }) => ({
      storage: await getStorage(app.db.read, me.id, params.keys),
    }),
  }),
  route({
    method: 'PUT',
    path: '/bot_storage',
    operationId: 'update-bot-storage',
    policy: 'botUsers',
    leaves: 'nothing',
    personal: true,
    params: UpdateBotStorageParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => keep(tx, me.id, params.storage),
  }),
  route({
    method: 'DELETE',
    path: '/bot_storage',
    operationId: 'remove-bot-storage',
    policy: 'botUsers',
    leaves: 'nothing',
    personal: true,
    params: BotStorageKeysParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteEntries(tx, me.id, params.keys),
  }),
];

// Regenerates the API key of a bot, and deactivates bots.

/** POST /bots/{bot_id}/api_key/regenerate: the old key ends. */
async function regenerateBotApiKey(app: AppContext, me: Principal, id: number): Promise<string> {
  const { apiKey, ...credentials } = newCredentials(app.secrets, null);
  await app.db.write(me.orgId, me, async (tx) => {
    const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), id);
    await storeApiKey(tx, bot.id, credentials);
    await auditUser(tx, bot, 'regenerate_api_key');
  });
  return apiKey;
}

/** DELETE /bots/{bot_id}: no effect on a deactivated bot. */
async function deactivateBot(tx: Tx, me: { id: number }, id: number): Promise<void> {
  const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), id);
  if (!bot.isActive) return;
  await endAccount(tx, bot);
  await auditUser(tx, bot, 'deactivate');
}
