/**
 * The word index. New messages are indexed in batches a moment after their commit, since indexing a single message
 * writes as many pages as everything else together; a mark says up to which message this is done, in the transaction
 * that did it. Searches look at messages beyond the mark directly (`narrow-words.ts`), so that nobody notices. Where
 * several nodes write, the mark stays before messages that may still appear (`settled.ts`). Code that changes the text
 * or place of a message calls `replaceWords`, code that deletes messages calls `deleteSearchRows`. Of bulk changes
 * only the ids are stored, which wait for the same batches, and which searches look at directly too.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import {
  deleteSearchSql,
  indexedLine,
  insertSearchManySql,
  knowWordsSql,
  listsWords,
} from '../../db/search-sql.ts';
import {
  inListParam,
  isRemote,
  listedIds,
  listValue,
  joinedNumbers,
  takesColumns,
  splitNumbers,
} from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import { searchLine } from '../../lib/search/line.ts';

const markQuery = prepared<Record<string, never>>()((q) => q.selectFrom('search_mark').select('message_id'));

/** The message up to which the index has everything. */
export async function indexedUpTo(db: Db): Promise<number> {
  return (await db.first(markQuery, {}))?.message_id ?? 0;
}

export interface IndexedRow {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  topic: string;
  content: string;
  rendered: string;
}

const waiting = prepared<{ mark: number; upTo: number; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'content', 'rendered'])
    .where('id', '>', p.mark)
    .where('id', '<=', p.upTo)
    .orderBy('id')
    .limit(p.limit),
);
const indexed = prepared<{ list: unknown; mark: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'content', 'rendered'])
    .where(inListParam(dialect, 'id', p.list))
    .where('id', '<=', p.mark),
);
const moveMark = prepared<{ message_id: number }>()((q, p) =>
  q
    .insertInto('search_mark')
    .values({ id: 1, message_id: p.message_id })
    .onConflict((oc) => oc.column('id').doUpdateSet((eb) => ({ message_id: eb.ref('excluded.message_id') }))),
);
/** The maximum number of characters that are indexed without a pause. */
const charactersAtOnce = 200_000;

/** Indexes the oldest messages, of whichever organization, that are not yet. @returns whether there may be more */
export async function indexWaiting(
  tx: Tx,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<boolean> {
  const rows = await tx.rows(waiting, { mark: await indexedUpTo(tx), upTo, limit });
  let characters = 0;
  const tooMany = rows.findIndex(({ rendered }) => (characters += rendered.length) > charactersAtOnce);
  const some = tooMany < 0 ? rows : rows.slice(0, Math.max(1, tooMany));
  const last = some.at(-1);
  if (!last) return false;
  await insertLines(tx, some);
  await tx.run(moveMark, { message_id: last.id });
  return some.length < rows.length || rows.length === limit;
}

/**
 * Indexes many messages that this transaction has stored, if nothing older waits: otherwise they wait with the others.
 * @param rows In the order of their IDs, and all that there are above `before`.
 * @param known Words that are known to be in the list of words: grows with each call.
 */
export async function indexStored(
  tx: Tx,
  rows: readonly IndexedRow[],
  before: number,
  known: Set<string>,
): Promise<void> {
  const last = rows.at(-1);
  if (!last || (await indexedUpTo(tx)) < before) return;
  await insertLines(tx, rows, known);
  await tx.run(moveMark, { message_id: last.id });
}

/** More messages than this are not indexed within the transaction that changes them. */
const replacedAtOnce = 200;

/** Call it in the transaction that has changed the text, the topic or the channel of these messages, after the change. */
export async function replaceWords(tx: Tx, ids: readonly number[]): Promise<void> {
  const mark = await indexedUpTo(tx);
  const isFew = ids.length <= replacedAtOnce;
  if (isFew) await replaceNow(tx, ids, mark);
  await letWait(tx, isFew ? contested(tx, ids, mark) : ids);
}

/** Those that another node may be indexing at this moment, as they were before this transaction. After it they are looked at again. */
const contested = ({ dialect }: Tx, ids: readonly number[], mark: number): readonly number[] =>
  isRemote(dialect) ? ids.filter((id) => id > mark) : [];

async function replaceNow(tx: Tx, ids: readonly number[], mark: number): Promise<void> {
  const rows = await tx.rows(indexed, { list: listValue(tx.dialect, ids), mark });
  await deleteRows(
    tx,
    ids.filter((id) => id <= mark),
  );
  await insertLines(tx, rows);
}

const addWaiting = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .insertInto('search_waiting')
    .columns(['message_id'])
    .expression(sql`SELECT value FROM ${listedIds(dialect, p.list)} WHERE true`)
    // Locks the row, so that no other node considers it done before the commit.
    .onConflict((oc) =>
      oc.column('message_id').doUpdateSet((eb) => ({ message_id: eb.ref('excluded.message_id') })),
    ),
);

async function letWait(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.run(addWaiting, { list: listValue(tx.dialect, ids) });
}

const firstWaiting = prepared<{ limit: number }>()((q, p) =>
  q.selectFrom('search_waiting').select('message_id').orderBy('message_id').limit(p.limit),
);
const waitingBetween = prepared<{ low: number; high: number }>()((q, p, dialect) =>
  q
    .selectFrom('search_waiting')
    .select(joinedNumbers(dialect, 'message_id').as('ids'))
    .where('message_id', '>=', p.low)
    .where('message_id', '<=', p.high),
);
const endWaiting = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('search_waiting')
    .where(inListParam(dialect, 'message_id', p.list))
    .returning('message_id'),
);

/** The messages of the range whose index entries are outdated. */
export async function waitingIds(db: Db, low: number, high: number): Promise<Set<number>> {
  return new Set(splitNumbers((await db.first(waitingBetween, { low, high }))?.ids ?? null));
}

/** Indexes again some of what was changed; returns whether there may be more. */
export async function replaceWaiting(tx: Tx, limit: number): Promise<boolean> {
  const ids = (await tx.rows(firstWaiting, { limit })).map((row) => row.message_id);
  if (ids.length === 0) return false;
  // Those too whose message is gone. Waits for those who change their messages, before these are read; what such a change has
  // indexed itself waits no longer, and may be changed again at this moment.
  const taken = await tx.rows(endWaiting, { list: listValue(tx.dialect, ids) });
  const takenIds = taken.map((row) => row.message_id);
  await replaceNow(tx, takenIds, await indexedUpTo(tx));
  return ids.length === limit;
}

const rewrittenUpTo = prepared<Record<string, never>>()((q) =>
  q.selectFrom('search_rewrite').select('message_id'),
);
const nextIds = prepared<{ from: number; upTo: number; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select('id')
    .where('id', '>', p.from)
    .where('id', '<=', p.upTo)
    .orderBy('id')
    .limit(p.limit),
);
const noteRewritten = prepared<{ message_id: number }>()((q, p) =>
  q.updateTable('search_rewrite').set({ message_id: p.message_id }),
);

/**
 * Lets some of the messages wait that an earlier version has indexed, with other words than this one would: until they are
 * indexed again, searches find them by those. @returns whether there may be more
 */
export async function rewriteSome(tx: Tx, limit: number): Promise<boolean> {
  const done = await tx.first(rewrittenUpTo, {});
  if (!done) return false;
  const upTo = await indexedUpTo(tx);
  const ids = (await tx.rows(nextIds, { from: done.message_id, upTo, limit })).map((row) => row.id);
  const last = ids.at(-1);
  if (last === undefined) await tx.q.deleteFrom('search_rewrite').execute();
  else {
    await letWait(tx, ids);
    await tx.run(noteRewritten, { message_id: last });
  }
  return last !== undefined;
}

/** Removes deleted messages from the index. */
export async function deleteSearchRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await deleteRows(tx, ids);
  if (isRemote(tx.dialect)) await letWait(tx, contested(tx, ids, await indexedUpTo(tx)));
}

async function deleteRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const list = listValue(tx.dialect, ids);
  // First: waits for another node that indexes them again, whose rows would not be seen by what deletes them while it waits.
  await tx.run(endWaiting, { list });
  await tx.connection.run(deleteSearchSql(tx.dialect), [list]);
}

async function insertLines(tx: Tx, rows: readonly IndexedRow[], known?: Set<string>): Promise<void> {
  if (rows.length === 0) return;
  const lines = rows.map(getLine);
  const indexed = lines.map((line) => indexedLine(tx.dialect, line));
  const ids = rows.map((row) => row.id);
  const insert = insertSearchManySql(tx.dialect);
  if (takesColumns(tx.dialect)) await tx.connection.run(insert, [ids, indexed]);
  else for (const [at, id] of ids.entries()) await tx.connection.run(insert, [id, indexed[at]]);
  if (!listsWords(tx.dialect)) return;
  const words = new Set<string>();
  for (const line of lines)
    for (const word of line.split(' ')) if (known?.has(word) !== true) words.add(word);
  if (known) for (const word of words) known.add(word);
  await tx.connection.run(knowWordsSql, [JSON.stringify([...words])]);
}

function getLine({ channel_id, direct_id, sender_id, topic, content, rendered }: IndexedRow): string {
  const place = channel_id === null ? { directId: direct_id ?? 0 } : { channelId: channel_id };
  return searchLine({ place, senderId: sender_id, topic, content, rendered });
}
