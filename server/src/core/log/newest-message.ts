/** The highest message id over all organizations. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const newestId = prepared<Record<string, never>>()((q) =>
  q.selectFrom('message').select('id').orderBy('id', 'desc').limit(1),
);

/**
 * The greatest id of any message, 0 if there is none. Messages that the transaction stores later are behind it: ids that were
 * taken for them may be lower than those of other nodes' messages to other organizations, and are dropped.
 */
export async function newestMessageId(db: Db): Promise<number> {
  const newest = await db.first(newestId, {});
  db.connection.gathering?.dropIds();
  return newest?.id ?? 0;
}
