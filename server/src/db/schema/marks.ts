/** Tables of read state, group mentions and pending index updates; for the forms of values see `schema.ts`. */

/** A message that mentions a group too large to be written out as flags. */
export interface GroupMentionTable {
  message_id: number;
  group_id: number;
}

/** One chunk of 65,536 message ids: those that one person has read above the floors. */
export interface ReadChunkTable {
  user_id: number;
  chunk: number;
  bitmap: Uint8Array;
}

/** One row: up to which message the word index goes. */
interface SearchMarkTable {
  id: number;
  message_id: number;
}

/** At most one row: up to which message the word index was written again after an upgrade. */
interface SearchRewriteTable {
  message_id: number;
}

/** Messages whose line in the word index is outdated. */
interface SearchWaitingTable {
  message_id: number;
}

/** The word index, besides the index itself (`search-sql.ts`). */
export interface SearchTables {
  search_mark: SearchMarkTable;
  search_rewrite: SearchRewriteTable;
  search_waiting: SearchWaitingTable;
  /** On SQLite. */
  search_word: { word: string };
}
