/** Messages that were moved to another topic or channel there since an earlier run. What people moved here stays where it is. */
import type { EditHistoryItem } from '../../../../../../wire/messages.ts';
import type { Channel, OrganizationCache } from '../../../../core/organization/index.ts';
import type { Db } from '../../../../db/db.ts';
import { withIds } from '../../../../db/sql.ts';
import { parseStored } from '../../../../lib/json.ts';
import { nameKey } from '../../../../lib/text.ts';
import type { MessageRecord } from '../../records.ts';
import type { ReportBuilder } from '../../report.ts';
import { partKeys } from '../../reading/split.ts';
import { findItems, type KnownItem } from '../items.ts';
import { topicName } from '../topics.ts';
import { openness, type ChannelThere } from './openness.ts';

interface PlaceHere {
  channelId: number;
  topic: string;
}

export interface Move {
  /** With all parts of one that was split. */
  ids: number[];
  from: PlaceHere;
  to: PlaceHere;
  movedAt: number | undefined;
  movedBefore: number | null;
  /** In the source: who received it in a channel whose history is not shared. */
  receivedBy: MessageRecord['receivedBy'];
}

/** Stays although it was moved there. */
interface Kept {
  key: string;
  reason: string;
  /** The channel here, if people can read it who cannot read the message there. */
  widerIn?: string;
}

export interface FoundMoves {
  moves: Move[];
  kept: Kept[];
}

export interface MovesContext {
  orgId: number;
  sourceId: number;
  channels: ReadonlyMap<string, number>;
  channelsThere: ReadonlyMap<string, ChannelThere>;
  cache: OrganizationCache;
}

const movedHere = 'It was moved there since, and here too: it stays where it is here.';
const toDirect =
  'It is a direct message there by now, and stays in its channel here: delete it, or move it to a private channel of the people who may read it.';
const fromDirect =
  'It is in a channel there by now, and stays a direct message here: forward it to the channel, if those who are in it may read it.';
const toUnknown = 'It was moved there to a channel that did not come: it stays where it is here.';
const toOpener =
  'It was moved there to a channel that more people can read here than there: it stays where it is here.';

/** The id of a channel that this run would make, in a dry run. */
const notMade = 0;

export async function findMoves(
  db: Db,
  context: MovesContext,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<FoundMoves> {
  const { orgId, sourceId } = context;
  const found: FoundMoves = { moves: [], kept: [] };
  const ids = records.flatMap(({ id }) => known.get(id)?.localId ?? []);
  if (ids.length === 0) return found;
  const rows = await db.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'topic', 'moved_at', 'edit_history'])
    .where(withIds(db.dialect, orgId, ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const moving: { record: MessageRecord; move: Move }[] = [];
  for (const record of records) {
    const row = byId.get(known.get(record.id)?.localId ?? 0);
    if (!row) continue;
    const outcome = compare(context, record, row);
    if (!outcome) continue;
    if ('key' in outcome) found.kept.push(outcome);
    else moving.push({ record, move: outcome });
  }
  const keys = moving.flatMap(({ record }) => partKeys(record));
  const parts = await findItems(db, sourceId, 'message', keys);
  for (const { record, move } of moving) {
    const others = partKeys(record).flatMap((part) => parts.get(part)?.localId ?? []);
    found.moves.push({ ...move, ids: [...move.ids, ...others] });
  }
  return found;
}

interface StoredRow {
  id: number;
  channel_id: number | null;
  topic: string;
  moved_at: number | null;
  edit_history: string | null;
}

function compare(
  { channels, channelsThere, cache }: MovesContext,
  record: MessageRecord,
  row: StoredRow,
): Move | Kept | undefined {
  const { id: key, place, topic, movedAt, receivedBy } = record;
  const from = row.channel_id === null ? undefined : cache.channels.get(row.channel_id);
  if (!from) return 'channel' in place ? { key, reason: fromDirect } : undefined;
  if ('direct' in place) return { key, reason: toDirect, widerIn: from.name };
  const there = channelsThere.get(place.channel);
  const hereId = channels.get(place.channel);
  const target = hereId === undefined ? undefined : cache.channels.get(hereId);
  const channelId = hereId ?? (there ? notMade : undefined);
  const to = topic === undefined ? row.topic : topicName(topic);
  const isElsewhere = channelId !== from.id;
  if (!isElsewhere && to === row.topic) return undefined;
  if (movedAt !== undefined && movedAt <= (row.moved_at ?? 0)) return undefined;
  // Sources that do not say when: an export that is older than what came must not move it back.
  if (movedAt === undefined && row.moved_at !== null) return undefined;
  const isMovedHere = wasMovedHere(row.edit_history);
  if (movedAt === undefined && (isMovedHere || (!isElsewhere && nameKey(to) === nameKey(row.topic))))
    return undefined;
  const kept = (reason: string): Kept => {
    const isWider = isElsewhere && (!there || (there.isPrivate && openness(from) >= there.openness));
    return { key, reason, ...(isWider ? { widerIn: from.name } : {}) };
  };
  if (channelId === undefined || (hereId !== undefined && !target)) return kept(toUnknown);
  if (isMovedHere) return kept(movedHere);
  if (isElsewhere && wouldOpen(from, target, there)) return kept(toOpener);
  return {
    ids: [row.id],
    from: { channelId: from.id, topic: row.topic },
    to: { channelId, topic: to },
    movedAt,
    movedBefore: row.moved_at,
    receivedBy,
  };
}

/** Whether more people could read it than before, and than there. */
function wouldOpen(from: Channel, target: Channel | undefined, there: ChannelThere | undefined): boolean {
  if (!target) return false;
  const now = openness(target);
  return now > openness(from) && now > (there?.openness ?? 0);
}

export const wasMovedHere = (stored: string | null): boolean =>
  stored !== null &&
  parseStored<EditHistoryItem[]>(stored).some(
    ({ prev_topic: topic, prev_stream: channel }) => topic !== undefined || channel !== undefined,
  );

export function noteKept(report: ReportBuilder, kept: readonly Kept[]): void {
  report.report.changed.kept += kept.length;
  for (const { key, reason, widerIn } of kept) {
    report.problem(`message ${key}`, reason);
    if (widerIn !== undefined)
      report.access(
        'wider',
        `channel ${widerIn}`,
        'Messages that were moved there to where fewer people read them stay in it here: the problems name them.',
      );
  }
}
