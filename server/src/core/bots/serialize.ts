/** Bots as the API shows them to those who administer them. */
import {
  botTypes,
  type BotEvent,
  type CreateBotResponse,
  type GetBotsResponse,
  type UpdateBotResponse,
  type OwnedBot,
} from '../../../../wire/bots.ts';
import type { EventBody } from '../../../../wire/events.ts';
import type { OrganizationCache, User } from '../organization/index.ts';
import { canSeeChannel } from '../channels/index.ts';
import { avatarUrl } from '../users/index.ts';
import type { BotDefaults, GivenBotDefaults } from './defaults.ts';
import type { BotRow } from './queries.ts';
import { parseStored } from '../../lib/json.ts';
import { keysIn } from '../../lib/objects.ts';

export type BotEventBody = Extract<EventBody, { type: 'realm_bot' }>;
export type OwnedBotChange = Extract<BotEvent, { op: 'update' }>['bot'];

/** The defaults of a bot under the names that requests give them. */
interface BotDefaultParams {
  default_sending_stream?: string;
  default_events_register_stream?: string;
  default_all_public_streams?: boolean;
}

export const parseBotDefaults = (params: BotDefaultParams): GivenBotDefaults => ({
  sendingChannel: params.default_sending_stream,
  eventsChannel: params.default_events_register_stream,
  receivesAllPublic: params.default_all_public_streams,
});

/** A channel that is hidden from the viewer has no name for them. */
function getName(cache: OrganizationCache, viewer: Viewer, id: number | null): string | null {
  const channel = id === null ? undefined : cache.channels.get(id);
  if (!channel) return null;
  return viewer === 'administrators' || canSeeChannel(cache, channel, viewer) ? channel.name : null;
}

/** Administrators see every channel. */
export type Viewer = User | 'administrators';

const botDefaultFields = (cache: OrganizationCache, viewer: Viewer, defaults: BotDefaults) => ({
  default_sending_stream: getName(cache, viewer, defaults.sending_channel_id),
  default_events_register_stream: getName(cache, viewer, defaults.events_channel_id),
  default_all_public_streams: defaults.hears_all_public === 1,
});

function getServices(bot: User, row: BotRow): OwnedBot['services'] {
  if (bot.botType === botTypes.outgoing)
    return [{ base_url: row.payload_url ?? '', token: row.token ?? '', interface: row.interface ?? 1 }];
  if (bot.botType !== botTypes.embedded) return [];
  const config_data = parseStored<Record<string, string>>(row.config);
  return [{ service_name: row.service_name ?? '', config_data }];
}

export const ownedBot = (cache: OrganizationCache, viewer: Viewer, bot: User, row: BotRow): OwnedBot => ({
  user_id: bot.id,
  ...botDefaultFields(cache, viewer, row),
  services: getServices(bot, row),
});

export const botListed = (
  cache: OrganizationCache,
  viewer: Viewer,
  bot: User,
  row: BotRow,
  apiKey: string,
): GetBotsResponse['bots'][number] => ({
  user_id: bot.id,
  username: bot.email,
  full_name: bot.fullName,
  api_key: apiKey,
  avatar_url: avatarUrl(bot),
  ...botDefaultFields(cache, viewer, row),
});

export const botCreated = (
  cache: OrganizationCache,
  viewer: Viewer,
  bot: User,
  row: BotRow,
  apiKey: string,
): CreateBotResponse => ({
  user_id: bot.id,
  api_key: apiKey,
  avatar_url: avatarUrl(bot),
  ...botDefaultFields(cache, viewer, row),
});

export function botUpdated(
  cache: OrganizationCache,
  viewer: Viewer,
  bot: User,
  row: BotRow,
): UpdateBotResponse {
  const owner = bot.botOwnerId === null ? undefined : cache.users.get(bot.botOwnerId);
  const config = parseStored<Record<string, string>>(row.config);
  return {
    full_name: bot.fullName,
    avatar_url: avatarUrl(bot),
    service_interface: row.interface,
    service_payload_url: row.payload_url,
    config_data: Object.keys(config).length === 0 ? null : config,
    ...botDefaultFields(cache, viewer, row),
    ...(owner ? { bot_owner: owner.email } : {}),
  };
}

export const botAdded = (bot: OwnedBot): BotEventBody => ({ type: 'realm_bot', op: 'add', bot });

export const botChanged = (bot: OwnedBotChange): BotEventBody => ({ type: 'realm_bot', op: 'update', bot });

/** Says which channels the event names, so that one who loses a channel before the event is delivered does not get its name. */
export function withChannels(common: BotEventBody, row: BotRow) {
  const ids = {
    default_sending_stream: row.sending_channel_id,
    default_events_register_stream: row.events_channel_id,
  };
  const shown: Partial<OwnedBot> = common.bot;
  const named: Record<string, number> = {};
  for (const field of keysIn(ids)) if (ids[field] !== null && shown[field]) named[field] = ids[field];
  return { ...common, named };
}

export const botTaken = (userId: number): BotEventBody => ({
  type: 'realm_bot',
  op: 'delete',
  bot: { user_id: userId },
});
