/** Determines who could read messages before a move, and who can after it. */
import { prepared } from '../../db/prepared.ts';
import { type Reach, reachIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';

/** Messages, and the users whom exactly these concern. */
export interface Share {
  /** Ascending. */
  ids: readonly number[];
  users: number[];
}

interface Span {
  user_id: number;
  from_message_id: number;
  to_message_id: number | null;
}

const spansIn = prepared<{ channel_id: number; first: number; last: number }>()((q, p) =>
  q
    .selectFrom('membership')
    .select(['user_id', 'from_message_id', 'to_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where('from_message_id', '<=', p.last)
    .where((eb) => eb.or([eb('to_message_id', 'is', null), eb('to_message_id', '>', p.first)])),
);

/** @param ids Ascending. */
export async function findLosingAccess(
  tx: Tx,
  from: Channel,
  to: Channel,
  ids: readonly number[],
): Promise<Share[]> {
  if (to.isWebPublic) return [];
  const before = await visibilityIn(tx, from, ids);
  const after = await visibilityIn(tx, to, ids);
  return shares(tx, ids, (user) => difference(before(user), after(user)));
}

/** Users who could not read all of the messages before, with those that they can read before and after the move. */
export async function findPreviousReaders(
  tx: Tx,
  from: Channel,
  to: Channel,
  ids: readonly number[],
): Promise<{ none: number[]; some: Share[] }> {
  const before = await visibilityIn(tx, from, ids);
  const after = await visibilityIn(tx, to, ids);
  const users = [...tx.cache.users.values()];
  const none = users.filter((user) => before(user).length === 0).map(({ id }) => id);
  const some = shares(tx, ids, (user) => {
    const seen = before(user);
    return seen === ids ? [] : intersection(seen, after(user));
  });
  return { none, some };
}

/** Groups users by their part of the messages; users without one are left out. */
function shares(tx: Tx, ids: readonly number[], getPart: (user: User) => readonly number[]): Share[] {
  const groups = new Map<string, Share>();
  for (const user of tx.cache.users.values()) {
    const part = getPart(user);
    if (part.length === 0) continue;
    const key = part === ids ? 'all' : part.join();
    const group = groups.get(key);
    if (group) group.users.push(user.id);
    else groups.set(key, { ids: part, users: [user.id] });
  }
  return [...groups.values()];
}

/** Which of the messages a user may read in a channel. */
async function visibilityIn(
  tx: Tx,
  channel: Channel,
  ids: readonly number[],
): Promise<(user: User) => readonly number[]> {
  const { cache } = tx;
  const isProtected = channel.isPrivate && !channel.isHistoryPublic;
  const range = { channel_id: channel.id, first: ids[0] ?? 0, last: ids.at(-1) ?? 0 };
  const spans = Map.groupBy(isProtected ? await tx.rows(spansIn, range) : [], (span) => span.user_id);
  const seen: Record<Reach, (user: User) => readonly number[]> = {
    all: () => ids,
    spans: ({ id }) => within(ids, spans.get(id) ?? []),
    none: () => [],
  };
  return (user) => seen[reachIn(cache, channel, user)](user);
}

function within(ids: readonly number[], spans: readonly Span[]): readonly number[] {
  const seen = ids.filter((id) =>
    spans.some((span) => span.from_message_id <= id && id < (span.to_message_id ?? Infinity)),
  );
  return seen.length === ids.length ? ids : seen;
}

function intersection(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0 || b.length === 0) return [];
  const both = new Set(b);
  return a.filter((id) => both.has(id));
}

function difference(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0 || a.length === 0) return a;
  if (a === b) return [];
  const rest = new Set(b);
  return a.filter((id) => !rest.has(id));
}
