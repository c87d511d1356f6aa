import type { twoFactor as english } from '../../en/settings/two-factor.ts';

export const twoFactor: Record<keyof typeof english, string> = {
  'twoFactor.title': 'Zwei-Faktor-Authentifizierung',
  'twoFactor.hint':
    'Für die Anmeldung brauchst du dann neben dem Passwort einen Code einer Authentifizierungs-App. Ein gestohlenes Passwort allein genügt nicht mehr.',
  'twoFactor.required': 'Deine Organisation verlangt sie.',
  'twoFactor.requiredFrom': 'Deine Organisation verlangt sie ab {when}.',
  'twoFactor.setUp': 'Einrichten',
  'twoFactor.scan':
    'Scanne dieses Bild mit einer Authentifizierungs-App und gib dann den Code ein, den die App anzeigt.',
  'twoFactor.picture': 'QR-Code für die Authentifizierungs-App',
  'twoFactor.key': 'Du kannst es nicht scannen? Gib diesen Schlüssel in der App ein:',
  'twoFactor.code': 'Code',
  'twoFactor.codeHint': 'Aus deiner Authentifizierungs-App oder ein Wiederherstellungscode.',
  'twoFactor.turnOn': 'Einschalten',
  'twoFactor.codes':
    'Sichere diese Wiederherstellungscodes. Jeder gilt einmal anstelle eines Codes der App; sie werden nicht noch einmal angezeigt.',
  'twoFactor.codesSave': 'Als Datei sichern',
  'twoFactor.codesDone': 'Fertig',
  'twoFactor.on':
    'Sie ist eingeschaltet. {count, plural, =0 {Du hast keine Wiederherstellungscodes mehr.} one {Du hast noch einen Wiederherstellungscode.} other {Du hast noch # Wiederherstellungscodes.}}',
  'twoFactor.renew': 'Neue Wiederherstellungscodes',
  'twoFactor.turnOff': 'Ausschalten',
  'passkeys.title': 'Passkeys',
  'passkeys.hint':
    'Mit einem Passkey auf diesem Gerät oder auf einem Sicherheitsschlüssel meldest du dich ohne Passwort an. Das Passwort allein genügt dann nicht mehr.',
  'passkeys.none': 'Dieser Browser unterstützt keine Passkeys.',
  'passkeys.name': 'Name des Passkeys',
  'passkeys.add': 'Passkey hinzufügen',
  'passkeys.cancelled': 'Es wurde kein Passkey hinzugefügt.',
  'passkeys.unused': 'Noch nicht verwendet',
  'passkeys.remove': '{name} entfernen',
  'passkeys.removeHint': 'Damit kann man sich nicht mehr anmelden. Lösche den Passkey auch auf deinem Gerät.',
  'twoFactor.reset': 'Zwei-Faktor-Authentifizierung zurücksetzen',
  'twoFactor.resetHint':
    'Für alle, die ihre App und ihre Wiederherstellungscodes verloren haben. Danach genügt das Passwort für die Anmeldung. Die Person wird per E-Mail informiert.',
  'twoFactor.require': 'Zwei-Faktor-Authentifizierung verlangen',
  'twoFactor.requireHint':
    'Für alle, die sich mit einem Passwort anmelden. Wer sich über einen Anbieter anmeldet, ist nicht betroffen.',
  'twoFactor.grace': 'Einrichtung nötig',
  'twoFactor.graceDays':
    '{count, plural, =0 {bei der nächsten Anmeldung} one {innerhalb eines Tages} other {innerhalb von # Tagen}}',
  'twoFactor.since': 'Sie wird verlangt.',
  'twoFactor.from': 'Sie wird ab {when} verlangt.',
  'twoFactor.notRequired': 'Sie wird nicht verlangt.',
  'twoFactor.requireDo': 'Verlangen',
  'twoFactor.requireNot': 'Nicht mehr verlangen',
};
