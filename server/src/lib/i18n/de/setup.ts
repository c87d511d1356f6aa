import type { setup as english } from '../en/setup.ts';

export const setup: Record<keyof typeof english, string> = {
  'setup.title': 'Organisation anlegen',
  'setup.text':
    'Heddle läuft. Auf dieser Seite entsteht die Organisation, in der sich alle unterhalten, und ihr erster Inhaber: du.',
  'setup.name': 'Name der Organisation',
  'setup.emailHint': 'Damit meldest du dich an. Es wird keine E-Mail verschickt.',
  'setup.create': 'Organisation anlegen',
  'setup.once': 'Dieser Link funktioniert einmal. Bis dahin kann jeder, der ihn hat, Inhaber werden.',
  'setup.made': '{name} ist fertig',
  'setup.madeText': 'Du bist ihr Inhaber und schon angemeldet. Im Eingang siehst du, wie alles funktioniert.',
  'setup.open': '{name} öffnen',
  'setup.apps': 'Andere Apps und Programme',
  // COMPAT(apps that people have): the name by which these are known.
  'setup.appsText':
    'Jede App, die zur Zulip-API passt, meldet sich unter dieser Adresse mit deiner E-Mail-Adresse und deinem Passwort an; Programme und Bibliotheken tun es mit dem API-Schlüssel.',
  'setup.email': 'E-Mail',
  'setup.key': 'API-Schlüssel',
  'setup.download': 'Als {file} herunterladen',
  'setup.keyNote':
    'Der Schlüssel ist so gut wie dein Passwort: Behalte ihn für dich. Diese Seite ist eine Viertelstunde lang zu sehen; danach steht der Schlüssel in den Einstellungen deines Kontos.',
  'setup.linkEnded':
    'Er funktioniert einmal, einen Tag lang, und bis der Server neu gestartet wird. Gibt es noch keine Organisation, starte den Server neu und nimm den Link, den er ausgibt.',
};
