import type { home as english } from '../en/home.ts';

export const home: Record<keyof typeof english, string> = {
  'home.text': 'Ein Heddle-Server für Teamnachrichten in Kanälen und Themen. Du erreichst ihn mit {apps}.',
  // COMPAT(apps that people have): the name by which these are known.
  'home.apps': 'jeder Zulip-kompatiblen App',
  'home.how':
    'Füge in deiner App eine Organisation mit dieser Adresse hinzu und melde dich mit E-Mail-Adresse und Passwort an. Für eigene Programme gibt es {api}.',
  'home.api': 'die API als OpenAPI-Dokument',
  'home.empty': 'Hier gibt es noch keine Organisation',
  'home.emptyText':
    'Beim Start hat der Server einen Link ausgegeben, mit dem eine Organisation angelegt wird; er steht in der Ausgabe des Servers. Alternativ geht es mit {command}.',
  'home.unknown': 'Unter dieser Adresse gibt es keine Organisation',
  'home.unknownText': 'Prüfe die Adresse oder beginne bei {address}.',
  'home.unknownHost':
    'Dieser Heddle-Server ist für diesen Hostnamen nicht eingerichtet. Die Adresse wird mit der Einstellung {setting} festgelegt.',
  'home.notBuilt': 'Der Web-Client wurde nicht gebaut',
  'home.notBuiltText':
    'Der Server von {name} läuft und ist für Apps und Programme erreichbar. Sein Web-Client muss noch gebaut werden: Starte den Server mit {start}, oder führe {build} aus und lade diese Seite neu.',
  'emails.title': 'E-Mails der Demo',
  'emails.text':
    'Alle E-Mails, die dieser Server verschickt hätte, die neuesten zuerst. Sie liegen als Dateien im Datenordner.',
  'emails.none': 'Noch keine E-Mails.',
  'emails.to': 'An',
  'emails.subject': 'Betreff',
  'emails.date': 'Datum',
  'emails.body': 'Text',
};
