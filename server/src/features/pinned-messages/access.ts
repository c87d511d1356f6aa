/** Shows pins to those who gain access to a channel, and takes them from those who lose it. */
import { type AccessChanging, type Reach, reachIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { pinnedInChannels, pinObjects, pinsAmong } from './queries.ts';

interface Shift {
  channelId: number;
  userId: number;
  was: Reach;
  is: Reach;
}

/** Call before the change, and what it returns after it. */
export function watchPins(tx: Tx, { changes }: AccessChanging): () => Promise<void> {
  const before = changes.flatMap(({ channel, userIds }) =>
    userIds.map((userId) => ({ channelId: channel.id, userId, was: getReach(tx, channel.id, userId) })),
  );
  return async () => {
    const shifts = before
      .map((one) => ({ ...one, is: getReach(tx, one.channelId, one.userId) }))
      .filter(({ was, is }) => was !== is);
    if (shifts.length > 0) await emitShifts(tx, shifts);
  };
}

function getReach({ cache }: Tx, channelId: number, userId: number): Reach {
  const channel = cache.channels.get(channelId);
  const user = cache.users.get(userId);
  return channel && user ? reachIn(cache, channel, user) : 'none';
}

/** What is the same for several people is one event. */
async function emitShifts(tx: Tx, shifts: readonly Shift[]): Promise<void> {
  const pinned = await pinnedInChannels(tx, [...new Set(shifts.map(({ channelId }) => channelId))]);
  for (const [channelId, ids] of pinned) {
    const here = shifts.filter((shift) => shift.channelId === channelId);
    const received = await receivedAmong(tx, channelId, here, ids);
    const groups = new Map<string, Difference & { users: number[] }>();
    for (const shift of here) {
      const difference = getDifference(shift, ids, received.get(shift.userId) ?? []);
      const key = `${difference.op} ${difference.ids.join()}`;
      const group = groups.get(key) ?? { ...difference, users: [] };
      group.users.push(shift.userId);
      groups.set(key, group);
    }
    for (const group of groups.values()) await emitDifference(tx, channelId, group);
  }
}

interface Difference {
  op: 'add' | 'remove';
  ids: readonly number[];
}

/** Who lost the channel is not asked what they had received there: what they do not know, they do not miss. */
function getDifference({ was, is }: Shift, all: readonly number[], received: readonly number[]): Difference {
  if (is === 'none') return { op: 'remove', ids: all };
  if (is === 'all') return { op: 'add', ids: all };
  if (was === 'none') return { op: 'add', ids: received };
  return { op: 'remove', ids: all.filter((id) => !received.includes(id)) };
}

async function emitDifference(
  tx: Tx,
  channelId: number,
  { op, ids, users }: Difference & { users: number[] },
): Promise<void> {
  if (ids.length === 0) return;
  const type = 'heddle_pinned_messages';
  if (op === 'remove') tx.emit({ type, op, message_ids: [...ids] }, { users });
  else
    tx.emit({ type, op, pins: await pinObjects(tx, await pinsAmong(tx, ids)) }, { users, about: channelId });
}

const getSpans = prepared<{ channel_id: number; people: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select(['user_id', 'from_message_id', 'to_message_id'])
    .where('channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'user_id', p.people)),
);

/** By person, for those who read what was written while they were in the channel. */
async function receivedAmong(
  tx: Tx,
  channelId: number,
  shifts: readonly Shift[],
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const people = shifts.filter(({ is }) => is === 'spans').map(({ userId }) => userId);
  if (people.length === 0) return new Map();
  const rows = await tx.rows(getSpans, { channel_id: channelId, people: listValue(tx.dialect, people) });
  const received = new Map<number, number[]>();
  for (const [userId, spans] of Map.groupBy(rows, (row) => row.user_id))
    received.set(
      userId,
      ids.filter((id) =>
        spans.some((span) => span.from_message_id <= id && id < (span.to_message_id ?? Infinity)),
      ),
    );
  return received;
}
