/** The people of the right side: who is there first, then by name. */
import { oncePerLive, type Live } from '../../store/live.ts';
import type { Narrow } from '../../store/messages/narrow.ts';
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

/** Until the server sends it. */
const offlineAfterSeconds = 140;

/** @param now seconds since 1970 */
export const readPresence = (live: Live, id: number, now: number): Presence => presenceReader(live, now)(id);

/** For many people: what is the same for all of them is looked up once. */
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

/** Everyone, by name: of ten thousand this takes long, and presence and filters change all the time. */
export const everyoneByName = oncePerLive((live): readonly User[] =>
  [...live.get('users').values()].sort(
    (a, b) => collator.compare(a.full_name, b.full_name) || a.user_id - b.user_id,
  ),
);

/** Likewise, without those who are deactivated. */
export const peopleByName = oncePerLive((live): readonly User[] =>
  everyoneByName(live).filter((user) => user.is_active),
);

export type UserQuery = {
  narrow: Narrow | undefined;
  /** Seconds since 1970. */
  now: number;
};

/** People of the channel or conversation that is open, else everyone. */
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

/** What the first letter of a name needs of everyone, which takes a while: for when nobody waits. */
export function prepareNames(live: Live): void {
  for (const { full_name: name } of peopleByName(live)) fold(name);
}

/** Those that have the words which are typed. */
export const peopleFilter = () => narrowing<PersonRow>(({ name }) => [name]);

/** undefined: everyone, or not known. */
function getIds(live: Live, narrow: Narrow | undefined): ReadonlySet<number> | undefined {
  if (narrow?.kind === 'direct') return new Set([...narrow.userIds, live.get('own').user_id]);
  if (narrow?.kind !== 'channel' && narrow?.kind !== 'topic') return undefined;
  const list = live.get('subscribers').get(narrow.channelId);
  return list?.complete === true ? list.ids : undefined;
}
