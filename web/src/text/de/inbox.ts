import type { inbox as english } from '../en/inbox.ts';

export const inbox: Record<keyof typeof english, string> = {
  'inbox.empty': 'Keine ungelesenen Nachrichten',
  'inbox.emptyHint': 'Hier erscheinen Unterhaltungen mit ungelesenen Nachrichten.',
  'inbox.first': 'Es gibt noch keinen Kanal',
  'inbox.firstHint':
    'Ein Kanal ist ein Ort für ein Team oder einen Bereich; jede Unterhaltung darin ist ein Thema.',
  'inbox.alone': 'Du hast noch keinen Kanal abonniert',
  'inbox.aloneHint':
    'Tritt Kanälen bei, die dich interessieren. Neue Nachrichten erscheinen hier, bis du sie gelesen hast.',
  'inbox.markRead': 'Als gelesen markieren',
  'recent.filter': 'Unterhaltungen filtern',
  'recent.all': 'Alle',
  'recent.unread': 'Ungelesen',
  'recent.mine': 'Mit meiner Beteiligung',
  'recent.direct': 'Direkt',
  'recent.channels': 'Kanäle',
  'recent.conversation': 'Unterhaltung',
  'recent.participants': 'Beteiligte',
  'recent.last': 'Letzte Nachricht',
  'recent.older': 'Ältere Unterhaltungen laden',
  'recent.empty': 'Noch keine Unterhaltungen',
  'recent.emptyHint': 'Hier stehen die Unterhaltungen in Kanälen und Direktnachrichten, die neuesten zuerst.',
  'recent.nothing': 'Keine Unterhaltung entspricht diesen Filtern',
  'recent.more': '{count, plural, one {und # weitere Person} other {und # weitere Personen}}',
  'recent.sortedBy': 'Nach {name} sortieren',
};
