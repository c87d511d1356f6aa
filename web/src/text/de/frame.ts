import type { frame as english } from '../en/frame.ts';

export const frame: Record<keyof typeof english, string> = {
  'frame.skip': 'Zur Unterhaltung springen',
  'frame.left': 'Unterhaltungen',
  'frame.right': 'Personen',
  'frame.openLeft': 'Liste der Unterhaltungen öffnen',
  'frame.openRight': 'Personen anzeigen',
  'frame.closeRight': 'Personen ausblenden',
  'frame.menu': 'Menü',
  'frame.settings': 'Einstellungen',
  'frame.integrations': 'Integrationen',
  'frame.organization': 'Organisation',
  'frame.invite': 'Personen einladen',
  'frame.shortcuts': 'Tastenkürzel',
  'frame.signOut': 'Abmelden',
  'frame.signOutTitle': 'Abmelden?',
  'frame.signOutLoses':
    '{count, plural, one {Ein ungesendeter Text ist} other {# ungesendete Texte sind}} nur auf diesem Gerät gespeichert und beim Abmelden verloren.',
  'frame.signOutAll': 'Löschen und abmelden',
  'frame.searchHint': 'Suchen, öffnen …',
  'frame.offline': 'Du bist offline. Ungesendete Nachrichten bleiben erhalten und werden später gesendet.',
  'frame.reconnecting':
    'Verbindung wird wiederhergestellt. Ungesendete Nachrichten bleiben erhalten und werden später gesendet.',
  'frame.reconnectNow': 'Jetzt verbinden',
  'frame.storageNoWrites':
    'Der Server kann im Moment nichts speichern. Du kannst weiterlesen. Nachrichten bleiben erhalten und werden gesendet, sobald es wieder möglich ist; andere Änderungen schlagen fehl.',
  'frame.storageSince': 'Seit {time}.',
  'frame.storageNoFiles': 'Dateien können im Moment nicht hochgeladen werden.',
  'frame.storageUnreachable':
    'Der Server erreicht seine Datenbank nicht. Prüfe, ob PostgreSQL läuft; die Verbindung wird automatisch wiederhergestellt.',
  'frame.storageFull':
    'Die Festplatte des Servers ist voll. Gib Speicherplatz frei; der Betrieb wird automatisch fortgesetzt.',
  'frame.storageReadOnly':
    'Der Speicher des Servers ist schreibgeschützt. Hebe den Schreibschutz auf; der Betrieb wird automatisch fortgesetzt.',
  'frame.storageErrors': 'Die Festplatte des Servers meldet Fehler. Prüfe sie und das Systemprotokoll.',
  'frame.storageDamaged':
    'Die Datenbank des Servers ist beschädigt. Halte den Server an, führe heddle doctor aus und spiele eine Sicherung zurück.',
  'frame.storageTaken': 'Ein anderer Server verwendet die Datenbank. Halte einen der beiden an.',
  'frame.signedOut': 'Deine Sitzung ist beendet.',
  'frame.signIn': 'Anmelden',
  'frame.notFound': 'Nicht gefunden',
  'frame.unknown': 'Seite nicht gefunden',
  'frame.unknownHint': 'Wähle links eine Unterhaltung.',
  'frame.unknownOpen': 'Unterhaltung wählen',
  'frame.notBuilt': 'Diese Seite ist in Arbeit',
  'frame.broken': 'In diesem Teil der Seite ist ein Fehler aufgetreten',
  'frame.brokenHint': 'Ungesendete Texte bleiben erhalten. Meist hilft es, die Seite neu zu laden.',
  'frame.notLoaded': 'Dieser Teil der Seite konnte nicht geladen werden',
  'frame.notLoadedHint':
    'Es besteht keine Verbindung, oder Heddle wurde inzwischen aktualisiert. Ungesendete Texte bleiben erhalten. Lade die Seite neu, sobald die Verbindung wieder besteht.',
  'frame.updated': 'Heddle wurde aktualisiert.',
  'frame.startOffline': 'Du bist offline',
  'frame.startUnreachable': 'Der Server ist nicht erreichbar',
  'frame.startHint':
    'Die Unterhaltungen werden automatisch geladen, sobald die Verbindung wieder besteht. Bis dahin siehst du nur, was auf diesem Gerät gespeichert ist.',
  'frame.kept': 'Auf diesem Gerät gespeichert',
  'frame.keptUnsent': 'Noch nicht gesendet',
  'frame.keptDraft': 'Entwurf',
  'frame.reload': 'Neu laden',
  'frame.about': 'Über {channel}',
  'frame.members': '{count, plural, one {# Person} other {# Personen}}',
};
