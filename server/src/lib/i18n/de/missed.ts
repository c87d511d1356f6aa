import type { missed as english } from '../en/missed.ts';

export const missed: Record<keyof typeof english, string> = {
  'missed.wrote': 'Nachricht von {senders} an dich ({organization})',
  'missed.wroteToMore':
    'Nachricht von {senders} an dich und {count, plural, one {eine weitere Person} other {# weitere}} ({organization})',
  'missed.inChannel': 'in #{channel} > {topic}:',
  'missed.inConversation': 'in deiner Unterhaltung mit {people}:',
  'missed.hidden':
    '({count, plural, one {# frühere Nachricht} other {# frühere Nachrichten}} nicht angezeigt)',
  'missed.noText': 'Gemäß den Einstellungen enthält diese E-Mail keine Nachrichtentexte.',
  'missed.reply':
    'Antworte auf diese E-Mail, um in der Unterhaltung zu antworten. Deine Antwort ist für die anderen sichtbar.',
  'missed.read': 'Lesen und antworten: {url}',
  'missed.readThere': 'Dort lesen und antworten: {url}',
  'missed.why': 'Du erhältst diese E-Mail, weil {reasons}. Benachrichtigungen ändern: {url}',
  'missed.and': '{one} und {other}',
  'missed.direct_message': 'dir jemand geschrieben hat',
  'missed.mention': 'du erwähnt wurdest',
  'missed.topic_wildcard_mention': 'in einem deiner Themen alle erwähnt wurden',
  'missed.channel_wildcard_mention': 'im Kanal alle erwähnt wurden',
  'missed.followed_topic': 'du diesem Thema folgst',
  'missed.channel': 'du Benachrichtigungen für diesen Kanal aktiviert hast',
  'missed.concerns': 'sie dich betrifft',
  'missed.somebody': 'Jemand',
  'missed.via': '{name} über {organization}',
  'missed.open': 'Lesen und antworten',
  'missed.because': 'Du erhältst diese E-Mail, weil {reasons}.',
  'missed.settings': 'Benachrichtigungen ändern',
  'missed.unsubscribe': 'Abbestellen',
  'missed.spoiler': 'Verborgen. In der Unterhaltung ist es zu sehen.',
  'missed.end': 'Abbestellen: {url}',
  'unsubscribe.title': 'E-Mails abbestellen',
  'unsubscribe.text': '{email} erhält dann keine E-Mails von {organization} mehr, weil {reasons}.',
  'unsubscribe.confirm': 'Abbestellen',
  'unsubscribe.done': 'E-Mails sind abbestellt',
  'unsubscribe.back': 'In den Einstellungen für Benachrichtigungen kannst du sie wieder aktivieren.',
};
