import type { people as english } from '../en/people.ts';

export const people: Record<keyof typeof english, string> = {
  'people.filter': 'Personen filtern',
  'people.active': 'Aktiv',
  'people.idle': 'Abwesend',
  'people.offline': 'Offline',
  'people.you': 'du',
  'people.bot': 'Bot',
  'people.guest': 'Gast',
};
