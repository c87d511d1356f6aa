import type { common as english } from '../en/common.ts';

export const common: Record<keyof typeof english, string> = {
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.save': 'Speichern',
  'common.saved': 'Gespeichert',
  'common.saving': 'Wird gespeichert',
  'common.retry': 'Erneut versuchen',
  'common.edit': 'Bearbeiten',
  'common.discard': 'Verwerfen',
  'common.loading': 'Wird geladen',
  'common.nothingFound': 'Nichts gefunden',
  'common.unreachable': 'Der Server ist nicht erreichbar. Prüfe die Verbindung und versuche es noch einmal.',
  'common.wait':
    'Zu viele Anfragen. Versuche es in {count, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  'common.broken':
    'Serverfehler ({status}). Versuche es noch einmal; wenn das Problem bestehen bleibt, wende dich an die Administration.',
  'common.unavailable': 'Der Server ist gerade überlastet. Versuche es gleich noch einmal.',
  'common.notStored': 'Der Server kann im Moment nichts speichern. Versuche es später noch einmal.',
};
