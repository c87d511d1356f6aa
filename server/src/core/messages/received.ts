/** Which messages came to a person, rather than being found in a place that they can read. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { ReadableRow } from '../read-state/index.ts';

type PlacedRow = Pick<ReadableRow, 'id' | 'channel_id'>;

const endedSpans = prepared<{ user_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select(['channel_id', 'from_message_id', 'to_message_id'])
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'channel_id', p.list))
    .where('to_message_id', 'is not', null),
);

/**
 * Which of the messages that are visible to a user this user received: all direct ones, and those of a current or former
 * membership. The current ones are known without a query.
 */
export async function receivedAmong(
  db: Db,
  cache: OrganizationCache,
  userId: number,
  rows: readonly PlacedRow[],
): Promise<Set<number>> {
  const received = new Set<number>();
  const others: PlacedRow[] = [];
  for (const row of rows) {
    const open = row.channel_id === null ? undefined : cache.members.get(row.channel_id, userId);
    if (row.channel_id === null || (open && open.fromMessageId <= row.id)) received.add(row.id);
    else others.push(row);
  }
  if (others.length === 0) return received;
  const list = listValue(db.dialect, [...new Set(others.map((row) => row.channel_id ?? 0))]);
  const spans = await db.rows(endedSpans, { user_id: userId, list });
  for (const row of others)
    if (
      spans.some(
        (span) =>
          span.channel_id === row.channel_id &&
          span.from_message_id <= row.id &&
          row.id < (span.to_message_id ?? 0),
      )
    )
      received.add(row.id);
  return received;
}

const ownDirects = prepared<{ user_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('direct_member')
    .select('direct_id')
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'direct_id', p.list)),
);

/** Those of the direct conversations that the user is in. */
export async function directsAmong(
  db: Db,
  userId: number,
  directIds: ReadonlySet<number>,
): Promise<Set<number>> {
  if (directIds.size === 0) return new Set();
  const list = listValue(db.dialect, [...directIds]);
  const rows = await db.rows(ownDirects, { user_id: userId, list });
  return new Set(rows.map((row) => row.direct_id));
}
