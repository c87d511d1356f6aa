import type { provider as english } from '../en/provider.ts';

export const provider: Record<keyof typeof english, string> = {
  'provider.signIn': 'Mit {name} anmelden',
  'provider.failed': 'Anmeldung mit {name}',
  'provider.retry': 'Noch einmal versuchen',
  'provider.password': 'Mit Passwort anmelden',
  'provider.unavailable':
    '{name} ist nicht erreichbar oder falsch eingerichtet. Die Administration des Servers findet den Grund im Log und mit „heddle doctor“. Melde dich solange mit deinem Passwort an.',
  'provider.expired':
    'Diese Anmeldung ist abgelaufen, wurde schon verwendet oder in einem anderen Browser begonnen. Bitte beginne noch einmal.',
  'provider.cancelled': 'Du hast die Anmeldung bei {name} abgebrochen.',
  'provider.invalid': 'Die Antwort von {name} ließ sich nicht überprüfen. Du bist nicht angemeldet.',
  'provider.unknown': 'Diese Organisation hat keine Anmeldung namens {name}.',
  'provider.unverified':
    '{name} hat keine bestätigte E-Mail-Adresse mitgeteilt. Ohne sie lässt sich dein Konto weder finden noch anlegen.',
  'provider.otherIdentity':
    'Das Konto mit deiner E-Mail-Adresse ist mit einer anderen Identität bei {name} verknüpft. Wende dich an deine Administration.',
  'provider.noAccount': 'Du hast kein Konto in dieser Organisation. Wende dich an deine Administration.',
  'provider.bot': 'Diese E-Mail-Adresse gehört einem Bot. Bots melden sich nur mit API-Schlüsseln an.',
  'provider.signingOut': 'Abmeldung läuft …',
  'provider.continue': 'Weiter',
  'provider.inBrowser': 'Melde dich in deinem Browser an und kehre dann zu dieser App zurück.',
  'provider.openBrowser': 'Browser öffnen',
  'provider.token': 'Token',
  'provider.almost': 'Fast fertig',
  'provider.copyText': 'Kopiere dieses Token und kehre zur App zurück, die dich damit anmeldet.',
  'provider.copy': 'Token kopieren',
};
