import type { setup as english } from '../en/setup.ts';

export const setup: Record<keyof typeof english, string> = {
  'setup.title': 'Organisation anlegen',
  'setup.text': 'Heddle läuft. Lege hier die Organisation an; du wirst ihr erster Inhaber.',
  'setup.name': 'Name der Organisation',
  'setup.emailHint': 'Damit meldest du dich an. Es wird keine E-Mail verschickt.',
  'setup.create': 'Organisation anlegen',
  'setup.once': 'Dieser Link funktioniert einmal. Bis dahin kann jeder, der ihn hat, Inhaber werden.',
  'setup.made': '{name} ist fertig',
  'setup.madeText': 'Du bist Inhaber und bereits angemeldet. Im Eingang siehst du, wie alles funktioniert.',
  'setup.open': '{name} öffnen',
  'setup.apps': 'Andere Apps und Programme',
  // COMPAT(apps that people have): the name by which these are known.
  'setup.appsText':
    'Jede Zulip-kompatible App verbindet sich mit dieser Adresse, deiner E-Mail-Adresse und deinem Passwort; Programme und Bibliotheken verwenden den API-Schlüssel.',
  'setup.email': 'E-Mail',
  'setup.key': 'API-Schlüssel',
  'setup.download': 'Als {file} herunterladen',
  'setup.keyNote':
    'Der Schlüssel gibt vollen Zugriff auf dein Konto: Behalte ihn für dich. Diese Seite ist 15 Minuten lang verfügbar; danach findest du den Schlüssel in den Einstellungen deines Kontos.',
  'setup.linkEnded':
    'Er funktioniert einmal und ist einen Tag lang gültig, längstens bis zum Neustart des Servers. Gibt es noch keine Organisation, starte den Server neu und verwende den neuen Link.',
};
