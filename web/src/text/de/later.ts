import type { later as english } from '../en/later.ts';

export const later: Record<keyof typeof english, string> = {
  'later.noDrafts': 'Keine Entwürfe',
  'later.noDraftsHint': 'Ungesendete Nachrichten werden hier gespeichert.',
  'later.draftDeleted': 'Entwurf gelöscht.',
  'later.deleteDraft': 'Entwurf löschen',
  'later.undo': 'Rückgängig',
  'later.nowhere': 'Kein Empfänger',
  'later.noScheduled': 'Keine geplanten Nachrichten',
  'later.noScheduledHint': 'Geplante Nachrichten erscheinen hier.',
  'later.messages': 'Nachrichten',
  'later.reminders': 'Erinnerungen',
  'later.failed': 'Sie konnte nicht gesendet werden. Wähle eine neue Zeit, um es noch einmal zu versuchen.',
  'later.change': 'Zeit oder Text ändern',
  'later.sendNow': 'Jetzt senden',
  'later.delete': 'Nachricht löschen',
  'later.deleteReminder': 'Erinnerung löschen',
  'later.past': 'Wähle einen Zeitpunkt in der Zukunft.',
  'later.when': 'Wann',
  'later.text': 'Text',
};
