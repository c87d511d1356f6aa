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

/** Messages whose line in the word index is outdated. */
export interface SearchWaitingTable {
  message_id: number;
}
