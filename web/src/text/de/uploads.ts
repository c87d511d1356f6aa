import type { uploads as english } from '../en/uploads.ts';

export const uploads: Record<keyof typeof english, string> = {
  'uploads.attach': 'Dateien anhängen',
  'uploads.list': 'Dateien unterwegs',
  'uploads.progress': '{name}, {percent} %',
  'uploads.waiting': '{name}: wartet auf die Verbindung',
  'uploads.failed': '{name} wurde nicht gesendet: {reason}',
  'uploads.cancel': '{name} abbrechen',
  'uploads.dismiss': '{name} ausblenden',
  'uploads.tooLarge': 'Sie ist größer als {most} MB.',
  'uploads.sendsAfter': 'Sie wird gesendet, sobald die Dateien da sind.',
  'uploads.savesAfter': 'Sie wird gespeichert, sobald die Dateien da sind.',
  'uploads.drop': 'Dateien zum Anhängen loslassen',
};
