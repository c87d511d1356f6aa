/** The word index of messages in both dialects: FTS5 of SQLite, or a tsvector of PostgreSQL. */
import { tsVector } from '../lib/search/line.ts';
import {
  fts5Query,
  tsQuery,
  type ExpandPrefix,
  type SearchQuery,
  type SearchScope,
} from '../lib/search/query.ts';
import { columnTypes, type Dialect } from './sql.ts';

/**
 * DDL of the word index: FTS5 without a copy of the text, or a tsvector beside the message id. Its lines hold words with a colon
 * that no one can type (`search/line.ts`). `search_mark` says up to which message it goes; `search_word` has each word once, for
 * FTS5 to find beginnings by.
 */
export function searchIndexDdl(dialect: Dialect): string[] {
  return [
    `CREATE TABLE search_mark (id integer PRIMARY KEY CHECK (id = 1), message_id ${columnTypes(dialect).int} NOT NULL)`,
    ...(dialect === 'sqlite'
      ? [
          `CREATE VIRTUAL TABLE message_search USING fts5(
             words, content='', contentless_delete=1, detail=full, tokenize="unicode61 remove_diacritics 0 tokenchars ':'")`,
          'CREATE TABLE search_word (word text PRIMARY KEY) WITHOUT ROWID',
        ]
      : [
          'CREATE TABLE message_search (message_id bigint PRIMARY KEY, words tsvector NOT NULL)',
          'CREATE INDEX message_search_words ON message_search USING gin (words)',
        ]),
  ];
}

/**
 * FTS5 writes a part of its index again in the transaction of some deletion, when so many of a hundred of its messages are deleted:
 * ten by default, by which one deletion of many in a large index took 400 ms.
 */
export const searchMergeSettings = (dialect: Dialect): string[] =>
  dialect === 'sqlite'
    ? ["INSERT INTO message_search (message_search, rank) VALUES ('deletemerge', 50)"]
    : [];

/** Whether beginnings of words are found by the words that there are: GIN reads no more of its lists for a beginning than it must. */
export const listsWords = (dialect: Dialect): boolean => dialect === 'sqlite';

/** Inserts the new words of a JSON array into the list of words, on SQLite. */
export const knowWordsSql =
  'INSERT INTO search_word (word) SELECT value FROM json_each(?) WHERE true ORDER BY value ON CONFLICT DO NOTHING';

/** A line of the word index: message id and what `indexedLine` makes of it. */
function insertSearchSql(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? 'INSERT INTO message_search (rowid, words) VALUES (?, ?)'
    : 'INSERT INTO message_search (message_id, words) VALUES ($1, $2::tsvector)';
}

/** A line of `search/line.ts` as the index takes it. */
export function indexedLine(dialect: Dialect, line: string): string {
  return dialect === 'sqlite' ? line : tsVector(line);
}

/** A search as the index takes it. */
export function indexedQuery(
  dialect: Dialect,
  query: SearchQuery,
  within: SearchScope,
  endings: ExpandPrefix,
): string {
  return dialect === 'sqlite' ? fts5Query(query, within, endings) : tsQuery(query, within);
}

/** IDs of matching messages in order. Parameters: a query of `search/query.ts`, lowest and highest ID, limit. */
export function searchSql(dialect: Dialect, direction: 'ASC' | 'DESC'): string {
  return dialect === 'sqlite'
    ? `SELECT rowid AS id FROM message_search WHERE message_search MATCH ? AND rowid >= ? AND rowid <= ?
       ORDER BY rowid ${direction} LIMIT ?`
    : `SELECT message_id AS id FROM message_search WHERE words @@ $1::tsquery AND message_id >= $2 AND message_id <= $3
       ORDER BY message_id ${direction} LIMIT $4`;
}

/** Deletes messages from the word index; the parameter is what `listValue` makes of their ids. */
export function deleteSearchSql(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? 'DELETE FROM message_search WHERE rowid IN (SELECT value FROM json_each(?))'
    : 'DELETE FROM message_search WHERE message_id = ANY($1::bigint[])';
}

/** Deletes all messages of an organization from the word index. */
export function deleteOrganizationSearchSql(dialect: Dialect, orgId: number): string {
  const id = dialect === 'sqlite' ? 'rowid' : 'message_id';
  return `DELETE FROM message_search WHERE ${id} IN (SELECT id FROM message WHERE org_id = ${orgId})`;
}

/** `insertSearchSql` for many: message ids and their words. */
export function insertSearchManySql(dialect: Dialect): string {
  return dialect === 'sqlite'
    ? insertSearchSql(dialect)
    : `INSERT INTO message_search (message_id, words)
       SELECT id, text::tsvector FROM unnest($1::bigint[], $2::text[]) AS given (id, text)`;
}

/** Puts all words of the index into the list of words, where there is one: much faster than word by word. */
export const listIndexedWords = (dialect: Dialect): string[] =>
  listsWords(dialect)
    ? [
        "CREATE VIRTUAL TABLE temp.indexed_word USING fts5vocab(main, message_search, 'row')",
        'INSERT INTO search_word (word) SELECT term FROM temp.indexed_word',
        'DROP TABLE temp.indexed_word',
      ]
    : [];
