/** What a bot does when it does not say where: the channel it writes to, and what it hears. */
import type { Db } from '../../db/db.ts';
import type { Directory, Principal, User } from '../organization/index.ts';
import { missingParam } from '../../lib/errors.ts';
import { namedChannel } from './checks.ts';
import { rowOf, type BotRow } from './queries.ts';

export type Habits = Pick<BotRow, 'sending_channel_id' | 'events_channel_id' | 'hears_all_public'>;

/** Channels by name; an empty one for none. What is undefined stays as it is. */
export interface HabitsGiven {
  sendingChannel: string | undefined;
  eventsChannel: string | undefined;
  hearsAllPublic: boolean | undefined;
}

/** @throws ApiError for a channel that the author may not know of. */
export function changedHabits(
  directory: Directory,
  author: User,
  before: Habits,
  given: HabitsGiven,
): Habits {
  const channelId = (name: string | undefined, old: number | null) => {
    if (name === undefined) return old;
    return name === '' ? null : namedChannel(directory, author, name).id;
  };
  const hears = given.hearsAllPublic;
  return {
    sending_channel_id: channelId(given.sendingChannel, before.sending_channel_id),
    events_channel_id: channelId(given.eventsChannel, before.events_channel_id),
    hears_all_public: hears === undefined ? before.hears_all_public : Number(hears),
  };
}

/** What a bot hears when it registers and says nothing of that. */
export interface Hearing {
  narrow: [operator: string, operand: string][];
  allPublicChannels: boolean;
}

export async function hearingOf(db: Db, { directory, user }: Principal): Promise<Hearing> {
  const row = await rowOf(db, user);
  const channel = row.events_channel_id === null ? undefined : directory.channels.get(row.events_channel_id);
  return {
    narrow: channel ? [['channel', channel.name]] : [],
    allPublicChannels: row.hears_all_public === 1,
  };
}

/** Where a bot writes that names no channel. @throws ApiError for people, and for bots without such a channel. */
export async function usualChannel(db: Db, { user }: Principal, type: string): Promise<number> {
  const isForChannel = type === 'channel' || type === 'stream';
  const id = user.isBot && isForChannel ? (await rowOf(db, user)).sending_channel_id : null;
  if (id === null) throw missingParam('to');
  return id;
}
