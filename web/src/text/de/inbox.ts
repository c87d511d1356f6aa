import type { inbox as english } from '../en/inbox.ts';

export const inbox: Record<keyof typeof english, string> = {
  'inbox.empty': 'Es wartet nichts auf dich',
  'inbox.emptyHint': 'Hier sammeln sich ungelesene Gespräche.',
  'inbox.first': 'Es gibt noch keinen Kanal',
  'inbox.firstHint': 'Ein Kanal ist ein Ort für eine Art von Arbeit; jedes Gespräch darin ist ein Thema.',
  'inbox.alone': 'Du bist noch in keinem Kanal',
  'inbox.aloneHint':
    'Tritt denen bei, die dich angehen. Was dort gesagt wird, sammelt sich hier, bis du es gelesen hast.',
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
  'recent.emptyHint': 'Hier steht, was in Kanälen und Direktnachrichten gesagt wird, das Neueste zuerst.',
  'recent.nothing': 'Zu diesen Filtern passt kein Gespräch',
  'recent.more': '{count, plural, one {und # weitere Person} other {und # weitere Personen}}',
  'recent.sortedBy': 'Nach {name} sortieren',
};
