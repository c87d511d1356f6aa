import type { uploads as english } from '../en/uploads.ts';

export const uploads: Record<keyof typeof english, string> = {
  'uploads.attach': 'Dateien anhängen',
  'uploads.list': 'Laufende Uploads',
  'uploads.progress': '{name}, {percent} %',
  'uploads.waiting': '{name}: wartet auf die Verbindung',
  'uploads.failed': '{name} wurde nicht hochgeladen: {reason}',
  'uploads.cancel': '{name} abbrechen',
  'uploads.dismiss': '{name} ausblenden',
  'uploads.tooLarge': 'Die Datei ist größer als {most} MB.',
  'uploads.sendsAfter': 'Die Nachricht wird gesendet, sobald die Dateien hochgeladen sind.',
  'uploads.savesAfter': 'Die Nachricht wird gespeichert, sobald die Dateien hochgeladen sind.',
  'uploads.drop': 'Dateien zum Anhängen loslassen',
};
