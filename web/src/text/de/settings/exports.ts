import type { exports as english } from '../../en/settings/exports.ts';

export const exports: Record<keyof typeof english, string> = {
  'organization.page.exports': 'Datenexporte',
  'exports.hint':
    'Ein Export ist ein Archiv, mit dem eine Organisation auf einen anderen Server umziehen kann. Er entsteht im Hintergrund; du bekommst eine E-Mail, wenn er fertig ist. Er kann eine Woche lang heruntergeladen werden.',
  'exports.consents':
    '{given} von {all} Personen erlauben Administratoren, ihre privaten Daten zu exportieren.',
  'exports.type': 'Inhalt',
  'exports.public': 'Öffentliche Kanäle',
  'exports.consented': 'Öffentliche Kanäle und private Daten derer, die es erlauben',
  'exports.start': 'Export starten',
  'exports.made': 'Exporte',
  'exports.none': 'Keine Exporte.',
  'exports.pending': 'Läuft',
  'exports.ready': 'Fertig',
  'exports.failed': 'Fehlgeschlagen',
  'exports.deleted': 'Gelöscht',
  'exports.download': 'Herunterladen',
  'exports.delete': 'Export löschen',
  'exports.deleteHint': 'Das Archiv wird vom Server gelöscht. Heruntergeladene Kopien bleiben.',
};
