/** The user list on the right: by presence, then by name. */
import { oncePerLive, type Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import type { User } from '../../../../wire/users.ts';
import { collator } from '../text/collator.ts';
import { fold, narrowing } from '../text/fold.ts';

export type Presence = 'active' | 'idle' | 'offline';

export type PersonRow = {
  id: number;
  name: string;
  presence: Presence;
  isBot: boolean;
  isGuest: boolean;
  isSelf: boolean;
  status: string;
};

/** The default until the server sends the value. */
const offlineAfterSeconds = 140;

/** @param now seconds since 1970 */
export const readPresence = (live: Live, id: number, now: number): Presence => presenceReader(live, now)(id);

/** Computes what is the same for all users once. */
function presenceReader(live: Live, now: number): (id: number) => Presence {
  const ownId = live.peek().own.user_id;
  const presences = live.get('presences');
  const limit = live.get('organization').server_presence_offline_threshold_seconds ?? offlineAfterSeconds;
  return (id) => {
    if (id === ownId) return 'active';
    const presence = presences.get(id);
    if (now - (presence?.active_timestamp ?? 0) < limit) return 'active';
    return now - (presence?.idle_timestamp ?? 0) < limit ? 'idle' : 'offline';
  };
}

/** All users by name. Sorting ten thousand takes long, while presence and filters change all the time. */
export const everyoneByName = oncePerLive((live): readonly User[] =>
  [...live.get('users').values()].sort(
    (a, b) => collator.compare(a.full_name, b.full_name) || a.user_id - b.user_id,
  ),
);

/** The same without deactivated users. */
export const peopleByName = oncePerLive((live): readonly User[] =>
  everyoneByName(live).filter((user) => user.is_active),
);

export type UserQuery = {
  narrow: Narrow | undefined;
  /** Seconds since 1970. */
  now: number;
};

/** Members of the open channel or conversation, otherwise everyone. */
export function peopleRows(live: Live, { narrow, now }: UserQuery): PersonRow[] {
  const ownId = live.get('own').user_id;
  const among = getIds(live, narrow);
  const getPresence = presenceReader(live, now);
  const statuses = live.get('statuses');
  const groups: Record<Presence, PersonRow[]> = { active: [], idle: [], offline: [] };
  for (const user of peopleByName(live)) {
    const id = user.user_id;
    if (among === undefined ? user.is_bot : !among.has(id)) continue;
    const presence = getPresence(id);
    groups[presence].push({
      id,
      name: user.full_name,
      presence,
      isBot: user.is_bot,
      isGuest: user.is_guest,
      isSelf: id === ownId,
      status: statuses.get(id)?.status_text ?? '',
    });
  }
  return [...groups.active, ...groups.idle, ...groups.offline];
}

/**
 * Prepares the data of users for the first filter, which takes a while; call it when the page is idle.
 * @param to all of them if it is left out
 * @returns whether there are more
 */
export function prepareNames(live: Live, from = 0, to = Infinity): boolean {
  const all = peopleByName(live);
  for (const { full_name: name } of all.slice(from, to)) fold(name);
  return to < all.length;
}

/** Filters by words. */
export const peopleFilter = () => narrowing<PersonRow>(({ name }) => [name]);

/** Undefined for everyone, or if not loaded. */
function getIds(live: Live, narrow: Narrow | undefined): ReadonlySet<number> | undefined {
  if (narrow?.kind === 'direct') return new Set([...narrow.userIds, live.get('own').user_id]);
  if (narrow?.kind !== 'channel' && narrow?.kind !== 'topic') return undefined;
  const list = live.get('subscribers').get(narrow.channelId);
  return list?.complete === true ? list.ids : undefined;
}
