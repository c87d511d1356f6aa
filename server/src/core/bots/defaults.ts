/** Defaults of a bot: the channel it sends to, and the events it receives. */
import type { Db } from '../../db/db.ts';
import type { OrganizationCache, Principal, User } from '../organization/index.ts';
import { missingParam } from '../../lib/errors.ts';
import { namedChannel } from './checks.ts';
import { getRow, type BotRow } from './queries.ts';

export type BotDefaults = Pick<BotRow, 'sending_channel_id' | 'events_channel_id' | 'hears_all_public'>;

/** Channels by name; an empty one for none. What is undefined stays as it is. */
export interface GivenBotDefaults {
  sendingChannel: string | undefined;
  eventsChannel: string | undefined;
  receivesAllPublic: boolean | undefined;
}

/** @throws ApiError for a channel hidden from the author. */
export function changeBotDefaults(
  cache: OrganizationCache,
  author: User,
  before: BotDefaults,
  given: GivenBotDefaults,
): BotDefaults {
  const channelId = (name: string | undefined, old: number | null) => {
    if (name === undefined) return old;
    return name === '' ? null : namedChannel(cache, author, name).id;
  };
  const receives = given.receivesAllPublic;
  return {
    sending_channel_id: channelId(given.sendingChannel, before.sending_channel_id),
    events_channel_id: channelId(given.eventsChannel, before.events_channel_id),
    hears_all_public: receives === undefined ? before.hears_all_public : Number(receives),
  };
}

/** The events a bot receives when its registration names none. */
export interface QueueDefaults {
  narrow: [operator: string, operand: string][];
  allPublicChannels: boolean;
}

export async function resolveQueueDefaults(db: Db, { cache, user }: Principal): Promise<QueueDefaults> {
  const row = await getRow(db, user);
  const channel = row.events_channel_id === null ? undefined : cache.channels.get(row.events_channel_id);
  return {
    narrow: channel ? [['channel', channel.name]] : [],
    allPublicChannels: row.hears_all_public === 1,
  };
}

/**
 * @returns the channel to which a bot writes when it names none
 * @throws ApiError for people, and for bots without such a channel
 */
export async function usualChannel(db: Db, { user }: Principal, type: string): Promise<number> {
  const isForChannel = type === 'channel' || type === 'stream';
  const id = user.isBot && isForChannel ? (await getRow(db, user)).sending_channel_id : null;
  if (id === null) throw missingParam('to');
  return id;
}
