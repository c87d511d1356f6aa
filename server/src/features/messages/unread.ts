/** What someone has not read, as `/register` tells it. */
import { sql } from 'kysely';
import type { UnreadMessages } from '../../../../wire/register-objects.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue, packed, unpack } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { isInOneOf } from '../../events/message-event.ts';
import { flagBit, trait } from './bits.ts';
import { raiseFloors, type FloorPolicy } from './read-floors.ts';
import { unreadConversations, type UnreadPlace } from './serialize.ts';
import { mutedChannels } from './unread-details.ts';
import { newestMessageId, unreadPlaces } from './unread-rows.ts';

/** Older ones are left out when there are more. */
const mostUnread = 50_000;

export interface UnreadOptions {
  /** The client can show a topic without a name. */
  emptyTopicName: boolean;
  most?: number;
  floors?: FloorPolicy;
}

export async function unreadMessages(
  tx: Tx,
  userId: number,
  { emptyTopicName, most = mostUnread, floors }: UnreadOptions,
): Promise<UnreadMessages> {
  const newest = await newestMessageId(tx);
  const found = await unreadPlaces(tx, userId, newest, most);
  await raiseFloors(tx, userId, newest, found, floors);
  const isCut = cut(found.places, most);
  const places = found.places.filter((place) => place.ids.length > 0);
  const muted = await mutedChannels(tx, userId);
  const isMuted = (place: UnreadPlace) => 'channelId' in place && muted.has(place.channelId);
  return {
    count: places.reduce((sum, place) => sum + (isMuted(place) ? 0 : place.ids.length), 0),
    ...unreadConversations(places, userId, emptyTopicName),
    mentions: await mentionsAmong(tx, userId, places, isMuted),
    old_unreads_missing: isCut || found.from > 0,
  };
}

/** Keeps the newest; answers whether anything was left out. */
function cut(places: readonly UnreadPlace[], most: number): boolean {
  const all = places.flatMap((place) => place.ids);
  if (all.length <= most) return false;
  const oldest = all.sort((a, b) => b - a)[most - 1] ?? 0;
  for (const place of places) place.ids = place.ids.filter((id) => id >= oldest);
  return true;
}

const mentionBits = flagBit.mentioned | flagBit.topicWildcardMentioned;

const mentionedSince = prepared<{ user_id: number; since: number }>()((q, p, dialect) =>
  q
    .selectFrom('message_flag')
    .select(packed(dialect, 'message_id', 'bits').as('rows'))
    .where('user_id', '=', p.user_id)
    .where('message_id', '>=', p.since)
    .where(sql<boolean>`(bits & ${sql.lit(mentionBits)}) <> 0`),
);

const manyTraits = trait.channelWildcard | trait.groupMention;

/** The first condition on traits is the one of the index. */
const forManySince = prepared<{ org_id: number; since: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(packed(dialect, 'id', 'traits').as('rows'))
    .where('org_id', '=', p.org_id)
    .where('id', '>=', p.since)
    .where('traits', '<>', sql.lit(0))
    .where(sql<boolean>`(traits & ${sql.lit(manyTraits)}) <> 0`),
);

const groupsOf = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('group_mention')
    .select(['message_id', 'group_id'])
    .where(inListParam(dialect, 'message_id', p.list)),
);

/** Mentions by name or through a group, and those of everybody where that is not muted; ascending. */
async function mentionsAmong(
  tx: Tx,
  userId: number,
  places: readonly UnreadPlace[],
  isMuted: (place: UnreadPlace) => boolean,
): Promise<number[]> {
  const placeOf = new Map<number, UnreadPlace>();
  let since = Infinity;
  for (const place of places)
    for (const id of place.ids) {
      placeOf.set(id, place);
      since = Math.min(since, id);
    }
  if (placeOf.size === 0) return [];
  const mentions = new Set<number>();
  const consider = (id: number, isByName: boolean) => {
    const place = placeOf.get(id);
    if (place && (isByName || !isMuted(place))) mentions.add(id);
  };
  const flagged = await tx.first(mentionedSince, { user_id: userId, since });
  for (const [id, bits] of pairs(flagged?.rows ?? null)) consider(id, (bits & flagBit.mentioned) !== 0);
  const forMany = pairs((await tx.first(forManySince, { org_id: tx.orgId, since }))?.rows ?? null).filter(
    ([id]) => placeOf.has(id),
  );
  for (const [id, traits] of forMany) if (traits & trait.channelWildcard) consider(id, false);
  const withGroups = forMany.filter(([, traits]) => traits & trait.groupMention).map(([id]) => id);
  if (withGroups.length > 0)
    for (const row of await tx.rows(groupsOf, { list: listValue(tx.dialect, withGroups) }))
      if (isInOneOf(tx.directory, [row.group_id], userId)) consider(row.message_id, true);
  return [...mentions].sort((a, b) => a - b);
}

function pairs(text: string | null): [number, number][] {
  const numbers = unpack(text);
  const all: [number, number][] = [];
  for (let at = 0; at < numbers.length; at += 2) all.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  return all;
}
