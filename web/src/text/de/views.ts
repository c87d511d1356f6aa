import type { views as english } from '../en/views.ts';

export const views: Record<keyof typeof english, string> = {
  'views.inbox': 'Eingang',
  'views.recent': 'Letzte Unterhaltungen',
  'views.feed': 'Alle Nachrichten',
  'views.mentions': 'Erwähnungen',
  'views.followed': 'Verfolgte Themen',
  'views.reactions': 'Reaktionen',
  'views.starred': 'Markiert',
  'views.drafts': 'Entwürfe',
  'views.scheduled': 'Geplant',
  'views.channels': 'Kanäle',
  'views.people': 'Personen',
  'views.topics': 'Themen',
  'views.search': 'Suche: {query}',
  'direct.self': '{name} (du)',
  'topic.empty': 'allgemeiner Chat',
  'topic.resolved': 'Erledigt',
  'topic.resolvedBy': '{name} hat dieses Thema als erledigt markiert.',
  'topic.unresolvedBy': '{name} hat dieses Thema als offen markiert.',
  'topic.renamedBy': '{name} hat dieses Thema in „{topic}“ umbenannt.',
  'topic.movedBy': '{name} hat dieses Thema nach {channel} › {topic} verschoben.',
  'topic.partMovedBy':
    '{name} hat {count, plural, one {# Nachricht} other {# Nachrichten}} nach {channel} › {topic} verschoben.',
  'topic.goThere': 'Dorthin',
  'channel.unknown': 'Unbekannter Kanal',
  'people.unknown': 'Unbekannte Person',
};
