/** What a bot does when it does not say where: the channel it writes to, and what it hears. */
import type { Directory } from '../../directory/directory.ts';
import type { User } from '../../directory/types.ts';
import type { BotRow } from './queries.ts';
import { namedChannel } from './checks.ts';

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
