import type { later as english } from '../en/later.ts';

export const later: Record<keyof typeof english, string> = {
  'later.noDrafts': 'Nichts ist halb geschrieben',
  'later.noDraftsHint': 'Was du zu schreiben beginnst, liegt hier, bis du es sendest.',
  'later.draftDeleted': 'Der Entwurf ist gelöscht.',
  'later.deleteDraft': 'Entwurf löschen',
  'later.undo': 'Rückgängig',
  'later.nowhere': 'Noch kein Ziel',
  'later.noScheduled': 'Nichts ist geplant',
  'later.noScheduledHint': 'Eine Nachricht, die später ankommen soll, wartet hier auf ihre Zeit.',
  'later.messages': 'Nachrichten',
  'later.reminders': 'Erinnerungen',
  'later.failed': 'Sie konnte nicht gesendet werden. Mit einer neuen Zeit wird es wieder versucht.',
  'later.change': 'Zeit oder Text ändern',
  'later.sendNow': 'Jetzt senden',
  'later.delete': 'Nachricht löschen',
  'later.deleteReminder': 'Erinnerung löschen',
  'later.past': 'Wähle eine Zeit in der Zukunft.',
  'later.when': 'Wann',
  'later.text': 'Text',
};
