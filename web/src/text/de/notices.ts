import type { notices as english } from '../en/notices.ts';

export const notices: Record<keyof typeof english, string> = {
  'notices.in': '{sender} in {conversation}',
  'notices.hidden': 'Neue Direktnachricht',
  'notices.file': 'Hat eine Datei gesendet',
  'notices.device': 'Dieser Browser',
  'notices.allow': 'Benachrichtigungen erlauben',
  'notices.ask': 'Er zeigt Benachrichtigungen, sobald du es erlaubst.',
  'notices.granted': 'Er zeigt Benachrichtigungen für alles, was unten angekreuzt ist.',
  'notices.denied':
    'Er blockiert Benachrichtigungen von hier. Erlaube sie in seinen Einstellungen für diese Website.',
  'notices.unsupported':
    'Er zeigt hier keine Benachrichtigungen: Dafür braucht es eine sichere Verbindung (https).',
  'notices.on': 'Benachrichtigungen sind in diesem Browser an',
};
