/**
 * Raises read floors when a starting client has just scanned everything above them, so that the next start scans less,
 * and bitmaps below all floors can be deleted. Done only where it saves something; it changes nothing about what is
 * read.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import { chunkSize } from '../../lib/bitmap/bitmap.ts';
import type { Above, UnreadScan } from './unread-rows.ts';

export interface FloorPolicy {
  /** The minimum number of read messages above all floors together for which floors are written. */
  read: number;
  /** Then each floor is raised that has at least so many read messages above it, or no unread ones. */
  each: number;
  /** How many ids a floor may be behind the newest message. */
  behind: number;
}

const usual: FloorPolicy = { read: 1000, each: 16, behind: 2 * chunkSize };

interface Raise {
  user_id: number;
  floor: number;
  list: unknown;
}

const raiseChannels = prepared<Raise>()((q, p, dialect) =>
  q
    .updateTable('subscription')
    .set({ read_floor: p.floor })
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'channel_id', p.list))
    .where('read_floor', '<', p.floor),
);

const raiseDirects = prepared<Raise>()((q, p, dialect) =>
  q
    .updateTable('direct_member')
    .set({ read_floor: p.floor })
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'direct_id', p.list))
    .where('read_floor', '<', p.floor),
);

interface Candidates {
  user_id: number;
  /** Floors below this are raised, however little that saves. */
  behind: number;
  /** The places where raising the floor saves something. */
  list: unknown;
}

const channelFloors = prepared<Candidates>()((q, p, dialect) =>
  q
    .selectFrom('subscription')
    .select(['channel_id as id', 'read_floor'])
    .where('user_id', '=', p.user_id)
    .where((eb) => eb.or([eb('read_floor', '<', p.behind), inListParam(dialect, 'channel_id', p.list)])),
);

const directFloors = prepared<Candidates>()((q, p, dialect) =>
  q
    .selectFrom('direct_member')
    .select(['direct_id as id', 'read_floor'])
    .where('user_id', '=', p.user_id)
    .where((eb) => eb.or([eb('read_floor', '<', p.behind), inListParam(dialect, 'direct_id', p.list)])),
);

const dropChunks = prepared<{ user_id: number }>()((q, p) =>
  q
    .deleteFrom('read_chunk')
    .where('user_id', '=', p.user_id)
    .where(
      'chunk',
      '<',
      sql<number>`(SELECT (min(read_floor) + 1) / ${sql.lit(chunkSize)} FROM (
        SELECT read_floor FROM subscription WHERE user_id = ${p.user_id}
        UNION ALL SELECT read_floor FROM direct_member WHERE user_id = ${p.user_id}) AS floors)`,
    ),
);

/** The caller must have looked at all messages up to `newest`. Places whose older messages it did not look at stay as they are. */
export async function raiseFloors(
  tx: Tx,
  userId: number,
  newest: number,
  { from, above }: UnreadScan,
  policy = usual,
): Promise<void> {
  if (from > 0) return;
  const all = [...above.channels.values(), ...above.directs.values()];
  const isMuch = all.reduce((sum, { read }) => sum + read, 0) >= policy.read;
  const each = isMuch ? policy.each : Infinity;
  const candidates = (places: ReadonlyMap<number, Above>): Candidates => ({
    user_id: userId,
    behind: newest - policy.behind,
    list: listValue(tx.dialect, worthRaising(places, each)),
  });
  const channels = raises(above.channels, await tx.rows(channelFloors, candidates(above.channels)), newest);
  const directs = raises(above.directs, await tx.rows(directFloors, candidates(above.directs)), newest);
  if (channels.size === 0 && directs.size === 0) return;
  for (const [floor, ids] of channels)
    await tx.run(raiseChannels, { user_id: userId, floor, list: listValue(tx.dialect, ids) });
  for (const [floor, ids] of directs)
    await tx.run(raiseDirects, { user_id: userId, floor, list: listValue(tx.dialect, ids) });
  await tx.run(dropChunks, { user_id: userId });
  // An entry of the log: no other node sends messages with ids that it has kept, which may be below a floor now.
  await tx.touch({});
}

/** @returns the places with at least `each` read messages above the floor, or with nothing unread unless `each` is infinite */
const worthRaising = (above: ReadonlyMap<number, Above>, each: number): number[] =>
  [...above].flatMap(([id, { read, oldest }]) =>
    read >= each || (each < Infinity && oldest === Infinity) ? id : [],
  );

/** The places by the floor that they get, so that one statement raises all with the same floor. */
function raises(
  above: ReadonlyMap<number, Above>,
  floors: readonly { id: number; read_floor: number }[],
  newest: number,
): Map<number, number[]> {
  const highest = (id: number) => Math.min(above.get(id)?.oldest ?? Infinity, newest + 1) - 1;
  const lower = floors.filter(({ id, read_floor }) => read_floor < highest(id)).map(({ id }) => id);
  return Map.groupBy(lower, highest);
}
