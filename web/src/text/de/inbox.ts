import type { inbox as english } from '../en/inbox.ts';

export const inbox: Record<keyof typeof english, string> = {
  'inbox.empty': 'Es wartet nichts auf dich',
  'inbox.emptyHint': 'Hier sammeln sich ungelesene Gespräche. T zeigt, was zuletzt gesagt wurde.',
  'inbox.markRead': 'Als gelesen markieren',
  'recent.filter': 'Gespräche filtern',
  'recent.all': 'Alle',
  'recent.unread': 'Ungelesen',
  'recent.mine': 'Mit mir',
  'recent.direct': 'Direkt',
  'recent.channels': 'Kanäle',
  'recent.conversation': 'Gespräch',
  'recent.participants': 'Beteiligte',
  'recent.last': 'Zuletzt',
  'recent.older': 'Ältere Gespräche laden',
  'recent.empty': 'Noch keine Gespräche',
  'recent.emptyHint': 'Mit C beginnst du eines.',
  'recent.nothing': 'Zu diesen Filtern passt kein Gespräch',
  'recent.more': '{count, plural, one {und # weitere Person} other {und # weitere Personen}}',
  'recent.sortedBy': 'Nach {name} sortieren',
};
