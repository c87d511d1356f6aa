import type { frame as english } from '../en/frame.ts';

export const frame: Record<keyof typeof english, string> = {
  'frame.skip': 'Zum Gespräch springen',
  'frame.left': 'Gespräche',
  'frame.right': 'Personen',
  'frame.openLeft': 'Liste der Gespräche öffnen',
  'frame.openRight': 'Personen zeigen',
  'frame.closeRight': 'Personen ausblenden',
  'frame.menu': 'Menü',
  'frame.settings': 'Einstellungen',
  'frame.organization': 'Organisation',
  'frame.shortcuts': 'Tastenkürzel',
  'frame.signOut': 'Abmelden',
  'frame.searchHint': 'Suchen oder springen zu …',
  'frame.offline': 'Du bist offline. Was du schreibst, bleibt erhalten und wird später gesendet.',
  'frame.reconnecting':
    'Verbindung wird wiederhergestellt. Was du schreibst, bleibt erhalten und wird später gesendet.',
  'frame.reconnectNow': 'Jetzt versuchen',
  'frame.signedOut': 'Deine Sitzung ist beendet.',
  'frame.signIn': 'Anmelden',
  'frame.unknown': 'Unter dieser Adresse ist nichts',
  'frame.unknownHint': 'Wähle links ein Gespräch.',
  'frame.notBuilt': 'Diese Seite ist in Arbeit',
  'frame.broken': 'Dieser Teil der Seite funktioniert nicht mehr',
  'frame.brokenHint': 'Was du geschrieben hast, bleibt erhalten. Meist hilft es, die Seite neu zu laden.',
  'frame.reload': 'Neu laden',
  'frame.members': '{count, plural, one {# Person} other {# Personen}}',
};
