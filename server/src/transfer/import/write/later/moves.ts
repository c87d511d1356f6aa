/** Messages that were moved to another topic there since an earlier run. What people moved here stays where it is. */
import type { EditHistoryItem } from '../../../../../../wire/messages.ts';
import type { Tx } from '../../../../core/log/index.ts';
import { noteInTopic, replaceWords } from '../../../../core/messages/index.ts';
import type { Db } from '../../../../db/db.ts';
import { withIds } from '../../../../db/sql.ts';
import { shrinkTopic } from '../../../../features/message-delete/index.ts';
import { parseStored } from '../../../../lib/json.ts';
import { nameKey } from '../../../../lib/text.ts';
import type { MessageRecord } from '../../records.ts';
import { findItems, type KnownItem } from '../items.ts';
import { partKeys } from '../../reading/split.ts';
import { topicName } from '../topics.ts';

interface Move {
  /** With all parts of one that was split. */
  ids: number[];
  channelId: number;
  from: string;
  to: string;
  movedAt: number;
}

interface MovesContext {
  orgId: number;
  sourceId: number;
  channels: ReadonlyMap<string, number>;
}

/** @returns what is to be moved, and the IDs in the source of what stays although it was moved there */
export async function findMoves(
  db: Db,
  { orgId, sourceId, channels }: MovesContext,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<{ moves: Move[]; kept: string[] }> {
  const moved = records.filter(({ topic, movedAt }) => topic !== undefined && movedAt !== undefined);
  const ids = moved.flatMap(({ id }) => known.get(id)?.localId ?? []);
  if (ids.length === 0) return { moves: [], kept: [] };
  const rows = await db.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'topic', 'moved_at', 'edit_history'])
    .where(withIds(db.dialect, orgId, ids))
    .execute();
  const parts = await findItems(db, sourceId, 'message', moved.flatMap(partKeys));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const moves: Move[] = [];
  const kept: string[] = [];
  for (const record of moved) {
    const { id: key, place, topic = '', movedAt = 0 } = record;
    const row = byId.get(known.get(key)?.localId ?? 0);
    const isLater = row !== undefined && movedAt > (row.moved_at ?? 0);
    const channelId = 'channel' in place ? channels.get(place.channel) : undefined;
    const to = topicName(topic);
    if (!isLater || channelId === undefined || (row.channel_id === channelId && row.topic === to)) continue;
    if (row.channel_id !== channelId || wasMovedHere(row.edit_history)) kept.push(key);
    else {
      const others = partKeys(record).flatMap((part) => parts.get(part)?.localId ?? []);
      moves.push({ ids: [row.id, ...others], channelId, from: row.topic, to, movedAt });
    }
  }
  return { moves, kept };
}

const wasMovedHere = (stored: string | null): boolean =>
  stored !== null &&
  parseStored<EditHistoryItem[]>(stored).some(
    ({ prev_topic: topic, prev_stream: channel }) => topic !== undefined || channel !== undefined,
  );

export async function storeMoves(tx: Tx, moves: readonly Move[]): Promise<void> {
  for (const { ids, channelId, to, movedAt } of moves) {
    await tx.q
      .updateTable('message')
      .set({ topic: to, topic_key: nameKey(to), moved_at: movedAt })
      .where(withIds(tx.dialect, tx.orgId, ids))
      .execute();
    await noteInTopic(tx, channelId, to, ids[0] ?? 0);
  }
  await replaceWords(
    tx,
    moves.flatMap(({ ids }) => ids),
  );
  const emptied = new Map(
    moves.map(({ channelId, from }) => [`${channelId} ${nameKey(from)}`, { channelId, from }]),
  );
  // The last message of each is another one now.
  const gained = new Map(
    moves.map(({ channelId, to }) => [`${channelId} ${nameKey(to)}`, { channelId, from: to }]),
  );
  for (const { channelId, from } of [...emptied.values(), ...gained.values()])
    await shrinkTopic(tx, channelId, from);
}
