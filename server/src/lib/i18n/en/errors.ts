/** What pages say differently from the API; other errors are in `wire/errors/`. */
export const errors = {
  'errors.tooMany': 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'errors.busy': 'Too many people are signing in at the moment. Please try again.',
} as const;
