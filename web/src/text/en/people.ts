/** The right side. */
export const people = {
  'people.filter': 'Filter people',
  'people.active': 'Active',
  'people.idle': 'Away',
  'people.offline': 'Offline',
  'people.you': 'you',
  'people.bot': 'Bot',
  'people.guest': 'Guest',
} as const;
