/** Marks all messages, or all of a channel, topic or sender, as read in bounded batches. */
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { channelInUse } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { newestMessageId, type Tx } from '../../core/log/index.ts';
import { type UnreadPlace, cleanTopic, findKnownTopic, unreadPlaces } from '../../core/messages/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { nameKey } from '../../lib/text.ts';
import { changeFlags, readerIn } from './flags.ts';

/** Messages per transaction, so that other writes do not wait long. */
const range = 10_000;
/** Batches in one request. */
const mostRanges = 20;

type IsWantedPlace = (place: UnreadPlace) => boolean;

/** @returns whether all messages were marked; otherwise the client repeats the request */
export async function markAllRead(app: AppContext, me: Principal): Promise<boolean> {
  return readPlaces(app, me, () => true);
}

/** @throws ApiError for a channel that the reader may not read, or that is archived. */
export async function markChannelRead(app: AppContext, me: Principal, channelId: number): Promise<boolean> {
  channelInUse(me.cache, me.user, channelId);
  return readPlaces(app, me, (place) => 'channelId' in place && place.channelId === channelId);
}

/** @throws ApiError for a channel that the reader may not read, or that is archived, and a topic that the reader knows nothing of. */
export async function markTopicRead(
  app: AppContext,
  me: Principal,
  channelId: number,
  topic: string,
): Promise<boolean> {
  const channel = channelInUse(me.cache, me.user, channelId);
  const name = cleanTopic(topic);
  if (!(await findKnownTopic(app.db.read, me, channel, name))) throw apiError('topics.not-found', { topic });
  const key = nameKey(name);
  return readPlaces(
    app,
    me,
    (place) => 'channelId' in place && place.channelId === channelId && place.topicKey === key,
  );
}

async function readPlaces(app: AppContext, me: Principal, belongs: IsWantedPlace): Promise<boolean> {
  for (let count = 0; count < mostRanges; count++) {
    const isDone = await app.db.write(me.orgId, me, (tx) => markRangeRead(tx, me, belongs));
    if (isDone) return true;
  }
  return false;
}

/** @returns whether no unread messages are left */
async function markRangeRead(tx: Tx, me: Principal, belongs: IsWantedPlace): Promise<boolean> {
  const ids = await unreadIds(tx, me.id, belongs);
  await changeFlags(tx, readerIn(tx, me), ids.slice(-range), { op: 'add', flag: 'read' });
  return ids.length <= range;
}

async function unreadIds(tx: Tx, userId: number, belongs: IsWantedPlace): Promise<number[]> {
  const { places } = await unreadPlaces(tx, userId, await newestMessageId(tx), Infinity);
  return places
    .filter(belongs)
    .flatMap((place) => place.ids)
    .sort((a, b) => a - b);
}

const sentBy = prepared<{ sender_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select('id')
    .where(inListParam(dialect, 'id', p.list))
    .where('sender_id', '=', p.sender_id)
    .orderBy('id'),
);

/** Marks unread messages of one sender as read. */
export async function markSenderRead(tx: Tx, me: Principal, senderId: number): Promise<void> {
  const unread = await unreadIds(tx, me.id, () => true);
  const rows = await tx.rows(sentBy, { sender_id: senderId, list: listValue(tx.dialect, unread) });
  const ids = rows.map((row) => row.id);
  await changeFlags(tx, readerIn(tx, me), ids, { op: 'add', flag: 'read' });
}
