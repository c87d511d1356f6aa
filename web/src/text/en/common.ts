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
  'common.unreachable': 'Cannot reach the server. Check your connection and try again.',
  'common.wait': 'Too many requests. Try again in {count, plural, one {# second} other {# seconds}}.',
  'common.broken': 'Server error ({status}). Try again; if the problem persists, contact your administrator.',
  'common.unavailable': 'The server is busy. Try again in a moment.',
  'common.notStored': 'The server cannot save anything right now. Try again later.',
} as const;
