import type { setup as english } from '../../en/settings/setup.ts';

export const setup: Record<keyof typeof english, string> = {
  'setup.title': 'Organisation einrichten',
  'setup.count': '{done} von {all}',
  'setup.dismiss': 'Checkliste ausblenden',
  'setup.done': 'Erledigt',
  'setup.open': 'Offen',
  'setup.invite': 'Personen einladen',
  'setup.inviteHint': 'Per E-Mail oder mit einem Link, den du teilst.',
  'setup.describe': 'Name und Beschreibung angeben',
  'setup.describeHint': 'Erscheint auf der Anmeldeseite und in Einladungen.',
  'setup.picture': 'Symbol hochladen',
  'setup.pictureHint': 'Erscheint in der Seitenleiste, in Apps und auf der Anmeldeseite.',
  'setup.mail': 'Mailserver verbinden',
  'setup.mailHint':
    'Nötig für Einladungen, neue Passwörter und Benachrichtigungen per E-Mail. Trage smtp_url in heddle.toml ein und starte den Server neu.',
  'setup.backups': 'Backups planen',
  'setup.backupsHint':
    'Trage backup_to in heddle.toml ein und starte den Server neu. Der Ordner gehört auf einen anderen Datenträger.',
};
