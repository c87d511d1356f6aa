import type { home as english } from '../en/home.ts';

export const home: Record<keyof typeof english, string> = {
  'home.text': 'Ein Heddle-Server: Nachrichten für Teams in Kanälen und Themen. Du erreichst ihn mit {apps}.',
  // COMPAT(apps that people have): the name by which these are known.
  'home.apps': 'jeder App, die zur Zulip-API passt',
  'home.how':
    'Füge in deiner App eine Organisation hinzu, gib ihr diese Adresse und melde dich mit E-Mail-Adresse und Passwort an. Schreibst du ein Programm? Hier ist {api}.',
  'home.api': 'die API als OpenAPI',
  'home.empty': 'Hier wohnt noch niemand',
  'home.emptyText':
    'Auf diesem Heddle-Server gibt es keine Organisation. Beim Start hat er einen Link ausgegeben, mit dem eine angelegt wird; wer ihn betreibt, kann ihn sehen. {command} nennt einen anderen Weg.',
  'home.unknown': 'Unter dieser Adresse gibt es keine Organisation',
  'home.unknownText': 'Prüfe die Adresse, oder beginne bei {address}.',
  'home.unknownHost':
    'Dieser Heddle-Server ist für diesen Hostnamen nicht eingerichtet. Wer ihn betreibt, stellt die Adresse mit {setting} ein.',
  'home.notBuilt': 'Der Web-Client ist nicht gebaut',
  'home.notBuiltText':
    'Der Server von {name} läuft, und Apps und Programme erreichen ihn. Sein eigener Web-Client muss erst gebaut werden: Starte den Server mit {start}, dann geschieht es, oder führe daneben {build} aus und lade diese Seite neu.',
  'emails.title': 'E-Mails der Demo',
  'emails.text':
    'Was dieser Server verschickt hätte, das Neueste zuerst. Es sind Dateien in seinem Datenordner.',
  'emails.none': 'Noch keine.',
  'emails.to': 'An',
  'emails.subject': 'Betreff',
  'emails.date': 'Datum',
  'emails.body': 'Text',
};
