/** Words that every screen uses. */
export const common = {
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.save': 'Save',
  'common.saved': 'Saved',
  'common.saving': 'Saving',
  'common.retry': 'Retry',
  'common.edit': 'Edit',
  'common.discard': 'Discard',
  'common.loading': 'Loading',
  'common.nothingFound': 'Nothing found',
  'common.unreachable': 'The server cannot be reached. Check the connection and try again.',
  'common.wait': 'Too many requests at once. Try again in {count, plural, one {# second} other {# seconds}}.',
  'common.broken': 'The server failed ({status}). Try again; if it goes on, tell who runs it.',
  'common.unavailable': 'The server is busy. Try again in a moment.',
  'common.notStored': 'The server cannot save anything at the moment. Try again later.',
} as const;
