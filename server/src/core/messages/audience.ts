/** Audiences of events about existing messages: those who may read them. */
import { canReadChannel, getContentAudience } from '../channels/index.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import type { Audience, Emitted, Tx } from '../log/index.ts';
import type { Channel } from '../organization/index.ts';
import type { ReadableMessage } from './visible.ts';

/** Messages, and who is notified of just these. */
export interface Portion {
  /** In order. */
  ids: readonly number[];
  audience: Audience;
}

/** Everyone who may read some of the messages, whether they are in the channel or not. */
export async function allReaders(tx: Tx, channel: Channel, ids: readonly number[]): Promise<Portion[]> {
  if (channel.isPrivate && !channel.isWebPublic && !channel.isHistoryPublic)
    return membersBySpan(tx, channel, ids);
  return [{ ids, audience: getContentAudience(channel) }];
}

/** Members of the channel, and the queues that listen to all public channels. */
export async function memberReaders(tx: Tx, channel: Channel, ids: readonly number[]): Promise<Portion[]> {
  if (!channel.isPrivate) return [{ ids, audience: { channel: channel.id, allPublic: true } }];
  if (channel.isHistoryPublic) return [{ ids, audience: { channel: channel.id } }];
  return membersBySpan(tx, channel, ids);
}

const spansSince = prepared<{ channel_id: number; first: number }>()((q, p) =>
  q
    .selectFrom('membership')
    .select(['user_id', 'from_message_id', 'to_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where((eb) => eb.or([eb('to_message_id', 'is', null), eb('to_message_id', '>', p.first)]))
    .orderBy('user_id'),
);

/** In a protected history each member sees messages from their own membership spans. */
async function membersBySpan(tx: Tx, channel: Channel, ids: readonly number[]): Promise<Portion[]> {
  const rows = await tx.rows(spansSince, { channel_id: channel.id, first: ids[0] ?? 0 });
  const portions = new Map<string, { ids: readonly number[]; users: number[] }>();
  const except: number[] = [];
  for (const [userId, spans] of Map.groupBy(rows, (row) => row.user_id)) {
    if (!tx.cache.members.has(channel.id, userId)) continue;
    const seen = ids.filter((id) =>
      spans.some((span) => span.from_message_id <= id && id < (span.to_message_id ?? Infinity)),
    );
    if (seen.length === ids.length) continue;
    except.push(userId);
    const key = seen.join();
    if (seen.length > 0) portions.set(key, portions.get(key) ?? { ids: seen, users: [] });
    portions.get(key)?.users.push(userId);
  }
  return [
    { ids, audience: { channel: channel.id, except } },
    ...[...portions.values()].map(({ ids: some, users }) => ({
      ids: some,
      audience: { users, about: channel.id },
    })),
  ];
}

const getPeople = prepared<{ direct_id: number }>()((q, p) =>
  q.selectFrom('direct_member').select('user_id').where('direct_id', '=', p.direct_id).orderBy('user_id'),
);

/** The people of a direct conversation, in order of their ids. */
export async function peopleIn(db: Db, directId: number): Promise<number[]> {
  return (await db.rows(getPeople, { direct_id: directId })).map((row) => row.user_id);
}

const formerMembers = prepared<{ channel_id: number; message_id: number }>()((q, p) =>
  q
    .selectFrom('membership')
    .select('user_id')
    .where('channel_id', '=', p.channel_id)
    .where('to_message_id', '>', p.message_id)
    .where('from_message_id', '<=', p.message_id),
);

/** People who received the message and left its channel since, but may still read there: their clients may still show it. */
async function listFormerReaders(tx: Tx, channel: Channel, messageId: number): Promise<number[]> {
  if (channel.isPrivate) return [];
  const rows = await tx.rows(formerMembers, { channel_id: channel.id, message_id: messageId });
  return rows.flatMap(({ user_id: id }) => {
    const user = tx.cache.users.get(id);
    return user && canReadChannel(tx.cache, channel, user) ? [id] : [];
  });
}

/** Emits what a user did to a message to its channel or conversation, and to that user. */
export async function emitMessage(
  tx: Tx,
  { row, channel, user }: ReadableMessage,
  event: Emitted,
): Promise<void> {
  if (!channel) {
    tx.emit(event, { users: await peopleIn(tx, row.direct_id ?? 0) });
    return;
  }
  const others = [user.id, ...(await listFormerReaders(tx, channel, row.id))];
  for (const { ids, audience } of await memberReaders(tx, channel, [row.id]))
    if (ids.length > 0) tx.emit(event, { ...audience, users: [...(audience.users ?? []), ...others] });
}
