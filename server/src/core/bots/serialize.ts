/** Bots as the API shows them to those who administer them. */
import {
  botTypes,
  type BotEvent,
  type CreateBotAnswer,
  type GetBotsAnswer,
  type UpdateBotAnswer,
} from '../../../../wire/bots.ts';
import type { EventBody } from '../../../../wire/events.ts';
import type { OwnedBot } from '../../../../wire/register-objects.ts';
import type { Directory, User } from '../organization/index.ts';
import { avatarUrl } from '../users/index.ts';
import type { Habits, HabitsGiven } from './defaults.ts';
import type { BotRow } from './queries.ts';

export type BotEventBody = Extract<EventBody, { type: 'realm_bot' }>;
export type OwnedBotChange = Extract<BotEvent, { op: 'update' }>['bot'];

/** As a request names them. */
interface HabitParams {
  default_sending_stream?: string;
  default_events_register_stream?: string;
  default_all_public_streams?: boolean;
}

export const habitsGiven = (params: HabitParams): HabitsGiven => ({
  sendingChannel: params.default_sending_stream,
  eventsChannel: params.default_events_register_stream,
  hearsAllPublic: params.default_all_public_streams,
});

const nameOf = ({ channels }: Directory, id: number | null): string | null =>
  id === null ? null : (channels.get(id)?.name ?? null);

const habitFields = (directory: Directory, habits: Habits) => ({
  default_sending_stream: nameOf(directory, habits.sending_channel_id),
  default_events_register_stream: nameOf(directory, habits.events_channel_id),
  default_all_public_streams: habits.hears_all_public === 1,
});

/** What a new name of one channel changes. */
export const habitsRenamed = (
  directory: Directory,
  bot: User,
  row: BotRow,
  channelId: number,
): OwnedBotChange => ({
  user_id: bot.id,
  ...(row.sending_channel_id === channelId ? { default_sending_stream: nameOf(directory, channelId) } : {}),
  ...(row.events_channel_id === channelId
    ? { default_events_register_stream: nameOf(directory, channelId) }
    : {}),
});

const servicesOf = (bot: User, row: BotRow): OwnedBot['services'] =>
  bot.botType === botTypes.outgoing
    ? [{ base_url: row.payload_url ?? '', token: row.token ?? '', interface: row.interface ?? 1 }]
    : [];

export const ownedBot = (directory: Directory, bot: User, row: BotRow): OwnedBot => ({
  user_id: bot.id,
  ...habitFields(directory, row),
  services: servicesOf(bot, row),
});

export const botListed = (
  directory: Directory,
  bot: User,
  row: BotRow,
  apiKey: string,
): GetBotsAnswer['bots'][number] => ({
  user_id: bot.id,
  username: bot.email,
  full_name: bot.fullName,
  api_key: apiKey,
  avatar_url: avatarUrl(bot),
  ...habitFields(directory, row),
});

export const botCreated = (
  directory: Directory,
  bot: User,
  row: BotRow,
  apiKey: string,
): CreateBotAnswer => ({
  user_id: bot.id,
  api_key: apiKey,
  avatar_url: avatarUrl(bot),
  ...habitFields(directory, row),
});

export function botUpdated(directory: Directory, bot: User, row: BotRow): UpdateBotAnswer {
  const owner = bot.botOwnerId === null ? undefined : directory.users.get(bot.botOwnerId);
  const config = JSON.parse(row.config) as Record<string, string>;
  return {
    full_name: bot.fullName,
    avatar_url: avatarUrl(bot),
    service_interface: row.interface,
    service_payload_url: row.payload_url,
    config_data: Object.keys(config).length === 0 ? null : config,
    ...habitFields(directory, row),
    ...(owner ? { bot_owner: owner.email } : {}),
  };
}

export const botAdded = (bot: OwnedBot): BotEventBody => ({ type: 'realm_bot', op: 'add', bot });

export const botChanged = (bot: OwnedBotChange): BotEventBody => ({ type: 'realm_bot', op: 'update', bot });

export const botTaken = (userId: number): BotEventBody => ({
  type: 'realm_bot',
  op: 'delete',
  bot: { user_id: userId },
});
