/** What other rooms use of read state. */
export { flagBit, mentionBits, rareTraits, readByWriting, trait } from './flag-bits.ts';
export {
  addFlagBits,
  addFlagBitsFor,
  deleteKeptUnread,
  removeFlagBits,
  replaceUserFlagBits,
} from './flag-rows.ts';
export { type ChunkRow, getChunks, markReadFor, portion, storeChunks } from './mark-many.ts';
export { markRead, markUnread } from './mark-read.ts';
export { quietIds } from './quiet-messages.ts';
export {
  type ReadableRow,
  getFlagBits,
  isKeptUnread,
  isReadByWriting,
  readChunks,
  readIds,
} from './read-state.ts';
