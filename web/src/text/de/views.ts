import type { views as english } from '../en/views.ts';

export const views: Record<keyof typeof english, string> = {
  'views.inbox': 'Eingang',
  'views.recent': 'Letzte Unterhaltungen',
  'views.feed': 'Alle Nachrichten',
  'views.mentions': 'Erwähnungen',
  'views.starred': 'Markiert',
  'views.drafts': 'Entwürfe',
  'views.scheduled': 'Geplant',
  'views.channels': 'Kanäle',
  'views.people': 'Personen',
  'views.search': 'Suche: {query}',
  'direct.self': '{name} (du)',
  'topic.empty': 'allgemeiner Chat',
  'topic.resolved': 'Erledigt',
  'channel.unknown': 'Unbekannter Kanal',
  'people.unknown': 'Unbekannte Person',
};
