import type { views as english } from '../en/views.ts';

export const views: Record<keyof typeof english, string> = {
  'views.inbox': 'Eingang',
  'views.recent': 'Letzte Gespräche',
  'views.feed': 'Alles',
  'views.mentions': 'Erwähnungen',
  'views.starred': 'Markiert',
  'views.drafts': 'Entwürfe',
  'views.scheduled': 'Geplant',
  'views.channels': 'Kanäle',
  'views.people': 'Personen',
  'views.search': 'Suche: {query}',
  'direct.self': '{name} (du)',
  'topic.empty': 'allgemeines Gespräch',
  'topic.resolved': 'Erledigt',
  'channel.unknown': 'Unbekannter Kanal',
  'people.unknown': 'Unbekannte Person',
};
