/** How the counts of `changed` in a report are named. */
export const changeTitles = {
  edited: 'Messages that were edited there since',
  moved: 'Messages that were moved to another topic or channel there since',
  deleted: 'Messages that were deleted there since',
  files: 'Files that had failed before',
  reactions: 'Reactions that were given there since, by people who have not signed in here',
  reactions_removed: 'Reactions that were taken back there since, by people who have not signed in here',
  repaired: 'Messages with letters that could not be decoded before',
  joined: 'Members who joined a channel there since',
  kept: 'Messages that changed there, and stay because people edited them here',
} as const;
