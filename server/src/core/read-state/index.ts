/** What other rooms use of read state. */
export {
  addFlagBits,
  addFlagBitsFor,
  deleteKeptUnread,
  removeFlagBits,
  replaceUserFlagBits,
} from './flag-rows.ts';
export { type ChunkRow, getChunks, markReadFor, portion, storeChunks } from './mark-many.ts';
export { markRead, markUnread, quietIds } from './mark-read.ts';
export {
  flagBit,
  mentionBits,
  rareTraits,
  readByWriting,
  trait,
  type ReadableRow,
  getFlagBits,
  isKeptUnread,
  isReadByWriting,
  readChunks,
  readIds,
} from './read-state.ts';
