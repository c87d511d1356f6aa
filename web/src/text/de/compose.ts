import type { compose as english } from '../en/compose.ts';

export const compose: Record<keyof typeof english, string> = {
  'compose.region': 'Nachricht schreiben',
  'compose.to': 'An',
  'compose.toTopic': 'Nachricht an {channel} › {topic}',
  'compose.toDirect': 'Nachricht an {names}',
  'compose.placeholder': 'Nachricht schreiben',
  'compose.channel': 'Kanal',
  'compose.topic': 'Thema',
  'compose.topicHint': 'Worum geht es?',
  'compose.people': 'Personen',
  'compose.peopleHint': 'Person hinzufügen',
  'compose.remove': '{name} entfernen',
  'compose.change': 'Empfänger ändern',
  'compose.send': 'Senden',
  'compose.newTopic': 'Neues Thema',
  'compose.newDirect': 'Neue Direktnachricht',
  'compose.sending': 'Wird gesendet',
  'compose.notSent': 'Nicht gesendet',
  'compose.notSentWhy': 'Nicht gesendet: {reason}',
  'compose.tooLong': '{count, plural, one {# Zeichen zu lang} other {# Zeichen zu lang}}',
  'compose.noDestination': 'Wähle, wohin dies geht',
};
