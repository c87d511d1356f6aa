/** Mentions of groups too large to have a flag for each of their members. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';

const mentionsIn = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('group_mention')
    .select(['message_id', 'group_id'])
    .where(inListParam(dialect, 'message_id', p.list)),
);

/** The ids of the large groups that messages mention, by message. */
export async function groupMentionsIn(db: Db, messageIds: readonly number[]): Promise<Map<number, number[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db.rows(mentionsIn, { list: listValue(db.dialect, messageIds) });
  const groups = Map.groupBy(rows, (row) => row.message_id);
  return new Map([...groups].map(([id, found]) => [id, found.map((row) => row.group_id)]));
}
