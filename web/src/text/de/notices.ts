import type { notices as english } from '../en/notices.ts';

export const notices: Record<keyof typeof english, string> = {
  'notices.in': '{sender} in {conversation}',
  'notices.hidden': 'Neue Direktnachricht',
  'notices.file': 'Hat eine Datei gesendet',
  'notices.device': 'Dieser Browser',
  'notices.allow': 'Benachrichtigungen erlauben',
  'notices.ask': 'Dieser Browser zeigt Benachrichtigungen, sobald du sie erlaubst.',
  'notices.granted': 'Dieser Browser zeigt Benachrichtigungen für alles, was unten ausgewählt ist.',
  'notices.denied':
    'Dieser Browser blockiert Benachrichtigungen. Erlaube sie in seinen Einstellungen für diese Website.',
  'notices.unsupported': 'Benachrichtigungen erfordern eine sichere Verbindung (https).',
  'notices.on': 'Benachrichtigungen sind in diesem Browser aktiviert',
};
