/**
 * The word index, kept in step with the messages. New messages are indexed in batches a moment after their commit, since a
 * message by itself writes as many pages of the index as of everything else; the mark says up to which message that is done,
 * in the transaction that did it. What lies beyond the mark a search looks at itself (`narrow-words.ts`), so that nobody
 * notices. Ids appear in the order of commits, as one process writes; so nothing below the mark is ever missing.
 *
 * Whoever changes the text or the place of a message calls `replaceWords`, whoever takes messages away `forgetWords`.
 */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import {
  deleteSearchSql,
  indexedLine,
  inListParam,
  insertSearchSql,
  knowWordsSql,
  listsWords,
  listValue,
} from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { searchLine } from '../../search/line.ts';

const markQuery = prepared<Record<string, never>>()((q) => q.selectFrom('search_mark').select('message_id'));

/** The message up to which the index has everything. */
export async function indexedUpTo(db: Db): Promise<number> {
  return (await db.first(markQuery, {}))?.message_id ?? 0;
}

interface Row {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  topic: string;
  content: string;
}

const waiting = prepared<{ mark: number; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'content'])
    .where('id', '>', p.mark)
    .orderBy('id')
    .limit(p.limit),
);
const indexed = prepared<{ list: unknown; mark: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'content'])
    .where(inListParam(dialect, 'id', p.list))
    .where('id', '<=', p.mark),
);
const moveMark = prepared<{ message_id: number }>()((q, p) =>
  q
    .insertInto('search_mark')
    .values({ id: 1, message_id: p.message_id })
    .onConflict((oc) => oc.column('id').doUpdateSet((eb) => ({ message_id: eb.ref('excluded.message_id') }))),
);
/** Indexes the oldest messages, of whichever organization, that are not yet; answers whether there may be more. */
export async function indexWaiting(tx: Tx, limit: number): Promise<boolean> {
  const rows = await tx.rows(waiting, { mark: await indexedUpTo(tx), limit });
  const last = rows.at(-1);
  if (!last) return false;
  await insertLines(tx, rows);
  await tx.run(moveMark, { message_id: last.id });
  return rows.length === limit;
}

/** Texts in memory at a time. */
const replacedAtOnce = 1000;

/** Call it in the transaction that has changed the text, the topic or the channel of these messages, after the change. */
export async function replaceWords(tx: Tx, ids: readonly number[]): Promise<void> {
  const mark = await indexedUpTo(tx);
  for (let start = 0; start < ids.length; start += replacedAtOnce) {
    const list = listValue(tx.dialect, ids.slice(start, start + replacedAtOnce));
    const rows = await tx.rows(indexed, { list, mark });
    await forgetWords(
      tx,
      rows.map((row) => row.id),
    );
    await insertLines(tx, rows);
  }
}

/** Of messages that are taken away. */
export async function forgetWords(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.connection.run(deleteSearchSql(tx.dialect), [listValue(tx.dialect, ids)]);
}

async function insertLines(tx: Tx, rows: readonly Row[]): Promise<void> {
  const insert = insertSearchSql(tx.dialect);
  const words = new Set<string>();
  for (const row of rows) {
    const line = lineOf(row);
    await tx.connection.run(insert, [row.id, indexedLine(tx.dialect, line)]);
    if (listsWords(tx.dialect)) for (const word of line.split(' ')) words.add(word);
  }
  if (words.size > 0) await tx.connection.run(knowWordsSql, [JSON.stringify([...words])]);
}

function lineOf({ channel_id, direct_id, sender_id, topic, content }: Row): string {
  const place = channel_id === null ? { directId: direct_id ?? 0 } : { channelId: channel_id };
  return searchLine({ place, senderId: sender_id, topic, content });
}
