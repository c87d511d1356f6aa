import type { missed as english } from '../en/missed.ts';

export const missed: Record<keyof typeof english, string> = {
  'missed.wrote': 'Nachricht von {senders} an dich ({organization})',
  'missed.wroteToMore':
    'Nachricht von {senders} an dich und {count, plural, one {eine weitere Person} other {# weitere}} ({organization})',
  'missed.inChannel': 'in #{channel} > {topic}:',
  'missed.inConversation': 'in deiner Unterhaltung mit {people}:',
  'missed.hidden': '({count, plural, one {# frühere Nachricht} other {# frühere Nachrichten}} nicht gezeigt)',
  'missed.noText': 'Der Text von Nachrichten steht nicht in E-Mails; so ist es gewählt.',
  'missed.reply': 'Zum Antworten: Antworte auf diese E-Mail. Die anderen sehen, was du schreibst.',
  'missed.read': 'Zum Lesen und Antworten: {url}',
  'missed.readThere': 'Zum Lesen und Antworten dort: {url}',
  'missed.why': 'Du bekommst diese E-Mail, weil {reasons}. Ändere hier, wovon du hörst: {url}',
  'missed.and': '{one} und {other}',
  'missed.direct_message': 'dir jemand geschrieben hat',
  'missed.mention': 'du erwähnt wurdest',
  'missed.topic_wildcard_mention': 'in einem deiner Themen alle erwähnt wurden',
  'missed.channel_wildcard_mention': 'im Kanal alle erwähnt wurden',
  'missed.followed_topic': 'du diesem Thema folgst',
  'missed.channel': 'du von diesem Kanal hören wolltest',
  'missed.concerns': 'sie dich betrifft',
  'missed.somebody': 'Jemand',
};
