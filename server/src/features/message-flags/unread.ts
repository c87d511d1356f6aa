/** Unread messages, as `/register` returns them. */
import { sql } from 'kysely';
import type { UnreadMessages } from '../../../../wire/message-flags.ts';
import { prepared } from '../../db/prepared.ts';
import { joinedNumbers, splitNumbers } from '../../db/sql.ts';
import { newestMessageId, type Tx } from '../../core/log/index.ts';
import {
  type FloorPolicy,
  type UnreadPlace,
  groupMentionsIn,
  raiseFloors,
  receivedDirectly,
  receivedInChannel,
  unreadConversations,
  unreadPlaces,
} from '../../core/messages/index.ts';
import { isInAnyGroup } from '../../core/organization/index.ts';
import { flagBit, mentionBits, rareTraits, trait } from '../../core/read-state/index.ts';
import { hiddenPlaces } from '../user-topics/index.ts';

/** Older messages are omitted. */
const mostUnread = 50_000;

export interface UnreadOptions {
  /** The client supports empty topics. */
  emptyTopicName: boolean;
  /** The client does not support archived channels. */
  leavesOutArchived?: boolean;
  most?: number;
  floors?: FloorPolicy;
}

export async function unreadMessages(
  tx: Tx,
  userId: number,
  { emptyTopicName, leavesOutArchived = false, most = mostUnread, floors }: UnreadOptions,
): Promise<UnreadMessages> {
  const newest = await newestMessageId(tx);
  const found = await unreadPlaces(tx, userId, newest, most);
  await raiseFloors(tx, userId, newest, found, floors);
  const isCut = cut(found.places, most);
  const isHidden = (place: UnreadPlace) =>
    leavesOutArchived && 'channelId' in place && tx.cache.channels.get(place.channelId)?.isArchived === true;
  const places = found.places.filter((place) => place.ids.length > 0 && !isHidden(place));
  const hides = await hiddenPlaces(tx, userId);
  const isMuted = (place: UnreadPlace) => 'channelId' in place && hides(place.channelId, place.topicKey);
  return {
    count: places.reduce((sum, place) => sum + (isMuted(place) ? 0 : place.ids.length), 0),
    ...unreadConversations(places, userId, emptyTopicName),
    mentions: await mentionsAmong(tx, userId, places, isMuted),
    old_unreads_missing: isCut || found.from > 0,
  };
}

/** Keeps the newest messages. @returns whether any were omitted */
function cut(places: readonly UnreadPlace[], most: number): boolean {
  const count = places.reduce((sum, place) => sum + place.ids.length, 0);
  if (count <= most) return false;
  const all = new Float64Array(count);
  let at = 0;
  for (const { ids } of places) {
    all.set(ids, at);
    at += ids.length;
  }
  const oldest = all.sort()[count - most] ?? 0;
  for (const place of places) place.ids = place.ids.filter((id) => id >= oldest);
  return true;
}

const mentionedSince = prepared<{ user_id: number; since: number }>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .select(joinedNumbers(dialect, 'message_id', 'bits').as('rows'))
    .where('user_id', '=', p.user_id)
    .where('message_id', '>=', p.since)
    .where(sql<boolean>`(bits & ${sql.lit(mentionBits)}) <> 0`),
);

const manyTraits = trait.channelWildcard | trait.groupMention;

/** Wildcard and group mentions in messages that the user received. The first condition on traits is that of the index. */
const forManySince = prepared<{ org_id: number; user_id: number; since: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(joinedNumbers(dialect, 'id', 'traits').as('rows'))
    .where('org_id', '=', p.org_id)
    .where('id', '>=', p.since)
    .where(sql<boolean>`(traits & ${sql.lit(rareTraits)}) <> 0`)
    .where(sql<boolean>`(traits & ${sql.lit(manyTraits)}) <> 0`)
    .where(sql<boolean>`(${receivedInChannel(p.user_id)} OR ${receivedDirectly(p.user_id)})`),
);

/** Messages that mention the user by name or group, or by a wildcard in a place that is not muted; ascending. */
async function mentionsAmong(
  tx: Tx,
  userId: number,
  places: readonly UnreadPlace[],
  isMuted: (place: UnreadPlace) => boolean,
): Promise<number[]> {
  const since = places.reduce((oldest, { ids }) => Math.min(oldest, ids[0] ?? Infinity), Infinity);
  if (since === Infinity) return [];
  const isByName = await mentionsSince(tx, userId, since);
  if (isByName.size === 0) return [];
  const mentions: number[] = [];
  for (const place of places) {
    const hidesOthers = isMuted(place);
    for (const id of place.ids) {
      const byName = isByName.get(id);
      if (byName === true || (byName === false && !hidesOthers)) mentions.push(id);
    }
  }
  return mentions.sort((a, b) => a - b);
}

/** Messages that mention the user; true if by name or group, false if by a wildcard. */
async function mentionsSince(tx: Tx, userId: number, since: number): Promise<Map<number, boolean>> {
  const isByName = new Map<number, boolean>();
  const forMany = pairs(
    (await tx.first(forManySince, { org_id: tx.orgId, user_id: userId, since }))?.rows ?? null,
  );
  for (const [id, traits] of forMany) if (traits & trait.channelWildcard) isByName.set(id, false);
  const flagged = pairs((await tx.first(mentionedSince, { user_id: userId, since }))?.rows ?? null);
  for (const [id, bits] of flagged) isByName.set(id, (bits & flagBit.mentioned) !== 0);
  const withGroups = forMany.filter(([, traits]) => traits & trait.groupMention).map(([id]) => id);
  for (const [id, groupIds] of await groupMentionsIn(tx, withGroups))
    if (isInAnyGroup(tx.cache, groupIds, userId)) isByName.set(id, true);
  return isByName;
}

function pairs(text: string | null): [number, number][] {
  const numbers = splitNumbers(text);
  const all: [number, number][] = [];
  for (let at = 0; at < numbers.length; at += 2) all.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  return all;
}
