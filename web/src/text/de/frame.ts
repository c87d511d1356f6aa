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
  'frame.invite': 'Personen einladen',
  'frame.shortcuts': 'Tastenkürzel',
  'frame.signOut': 'Abmelden',
  'frame.signOutTitle': 'Abmelden?',
  'frame.signOutLoses':
    '{count, plural, one {Ein Text, den du geschrieben hast, ist} other {# Texte, die du geschrieben hast, sind}} nur auf diesem Gerät; mit der Sitzung geht das verloren.',
  'frame.signOutAll': 'Löschen und abmelden',
  'frame.searchHint': 'Suchen, öffnen …',
  'frame.offline': 'Du bist offline. Was du schreibst, bleibt erhalten und wird später gesendet.',
  'frame.reconnecting':
    'Verbindung wird wiederhergestellt. Was du schreibst, bleibt erhalten und wird später gesendet.',
  'frame.reconnectNow': 'Jetzt versuchen',
  'frame.storageNoWrites':
    'Der Server kann im Moment nichts speichern. Du kannst weiterlesen. Nachrichten, die du sendest, bleiben erhalten und gehen hinaus, sobald es wieder geht; alle anderen Änderungen scheitern.',
  'frame.storageSince': 'Das ist so seit {time}.',
  'frame.storageNoFiles': 'Dateien können im Moment nicht hochgeladen werden.',
  'frame.storageUnreachable':
    'Der Server erreicht seine Datenbank nicht. Prüfe, ob PostgreSQL läuft; Heddle verbindet sich automatisch wieder.',
  'frame.storageFull':
    'Die Festplatte des Servers ist voll. Schaffe Platz; Heddle arbeitet dann automatisch weiter.',
  'frame.storageReadOnly':
    'Der Speicher des Servers ist schreibgeschützt. Hebe den Schutz auf; Heddle arbeitet dann automatisch weiter.',
  'frame.storageErrors': 'Die Festplatte des Servers meldet Fehler. Prüfe sie und das Systemprotokoll.',
  'frame.storageDamaged':
    'Die Datenbank des Servers ist beschädigt. Halte den Server an, führe heddle doctor aus und spiele eine Sicherung zurück.',
  'frame.storageTaken': 'Ein anderer Server benutzt die Datenbank. Halte einen der beiden an.',
  'frame.signedOut': 'Deine Sitzung ist beendet.',
  'frame.signIn': 'Anmelden',
  'frame.notFound': 'Nicht gefunden',
  'frame.unknown': 'Unter dieser Adresse ist nichts',
  'frame.unknownHint': 'Wähle links ein Gespräch.',
  'frame.unknownOpen': 'Ein Gespräch wählen',
  'frame.notBuilt': 'Diese Seite ist in Arbeit',
  'frame.broken': 'Dieser Teil der Seite funktioniert nicht mehr',
  'frame.brokenHint': 'Was du geschrieben hast, bleibt erhalten. Meist hilft es, die Seite neu zu laden.',
  'frame.notLoaded': 'Dieser Teil ließ sich nicht laden',
  'frame.notLoadedHint':
    'Die Verbindung fehlt, oder Heddle wurde aktualisiert, seit die Seite offen ist. Geschriebenes bleibt erhalten. Lade die Seite neu, sobald die Verbindung da ist.',
  'frame.updated': 'Heddle ist aktualisiert worden.',
  'frame.startOffline': 'Du bist offline',
  'frame.startUnreachable': 'Der Server ist nicht erreichbar',
  'frame.startHint':
    'Die Unterhaltungen öffnen sich von selbst, sobald die Verbindung wieder da ist. Bis dahin gibt es nur, was dieses Gerät aufbewahrt.',
  'frame.kept': 'Auf diesem Gerät aufbewahrt',
  'frame.keptUnsent': 'Noch nicht gesendet',
  'frame.keptDraft': 'Entwurf',
  'frame.reload': 'Neu laden',
  'frame.about': 'Wofür {channel} da ist',
  'frame.members': '{count, plural, one {# Person} other {# Personen}}',
};
