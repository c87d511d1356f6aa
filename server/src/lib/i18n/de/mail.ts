import type { mail as english } from '../en/mail.ts';

export const mail: Record<keyof typeof english, string> = {
  'mail.hello': 'Hallo,',
  'mail.helloName': 'Hallo {name},',
  'mail.linkOnce': 'Der Link funktioniert einmal.',
  'mail.linkUntil': 'Der Link funktioniert einmal und ist bis {until} UTC gültig.',

  'mail.invited': '{inviter} lädt dich zu {name} ein',
  'mail.invited.text':
    '{inviter} ({email}) lädt dich ein, {name} beizutreten. Dort schreibt das Team in Kanälen und Themen.',
  'mail.invited.open': 'Öffne diesen Link, um beizutreten, und wähle deinen Namen und ein Passwort:',
  'mail.invited.ignore':
    'Wenn du damit nicht gerechnet hast, kannst du diese E-Mail ignorieren: Ein Konto wird erst angelegt, wenn du den Link öffnest.',
  'mail.signUp': 'Bestätige deine E-Mail-Adresse für {name}',
  'mail.signUp.text': 'jemand, vermutlich du, möchte {name} mit dieser E-Mail-Adresse beitreten.',
  'mail.signUp.open': 'Öffne diesen Link, um deinen Namen und ein Passwort zu wählen:',
  'mail.signUp.ignore':
    'Wenn du das nicht warst, kannst du diese E-Mail ignorieren: Ein Konto wird erst angelegt, wenn du den Link öffnest.',
  'mail.known': 'Du hast bereits ein Konto bei {name}',
  'mail.known.text':
    'jemand, vermutlich du, wollte {name} mit dieser E-Mail-Adresse beitreten. Es gibt dazu bereits ein Konto; melde dich damit an:',
  'mail.known.ignore': 'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
  'mail.welcome': 'Willkommen bei {name}',
  'mail.welcome.text':
    'du hast jetzt ein Konto bei {name}. Melde dich im Browser oder in einer App mit {email} und dem Passwort an, das du gewählt hast:',
  'mail.welcome.topics':
    'Jede Unterhaltung hat dort einen Kanal und ein Thema: Beginne für alles Neue ein Thema, dann können alle verfolgen, was sie betrifft.',

  'mail.reset': 'Neues Passwort für {name}',
  'mail.reset.text':
    'jemand, vermutlich du, hat ein neues Passwort für dein Konto bei {name} angefordert. Wähle es hier:',
  'mail.reset.ignore':
    'Der Link ist 24 Stunden gültig und funktioniert einmal. Wenn du das nicht warst, kannst du diese E-Mail ignorieren: Dein Passwort bleibt unverändert.',
  'mail.passwordChanged': 'Dein Passwort für {name} wurde geändert',
  'mail.passwordChanged.text':
    'das Passwort deines Kontos bei {name} wurde geändert, und alle Browser wurden abgemeldet. Wenn du das nicht warst, wende dich sofort an die Administration.',
  'mail.twoFactorOn': 'Die Zwei-Faktor-Authentifizierung für dein Konto bei {name} ist eingeschaltet',
  'mail.twoFactorOn.text':
    'ab jetzt brauchst du für die Anmeldung bei {name} neben dem Passwort einen Code deiner Authentifizierungs-App. Alle anderen Browser wurden abgemeldet. Bewahre deine Wiederherstellungscodes sicher auf.',
  'mail.twoFactorOff': 'Die Zwei-Faktor-Authentifizierung für dein Konto bei {name} ist ausgeschaltet',
  'mail.twoFactorOff.text': 'ab jetzt genügt dein Passwort für die Anmeldung bei {name}.',
  'mail.twoFactorReset': 'Die Zwei-Faktor-Authentifizierung für dein Konto bei {name} wurde zurückgesetzt',
  'mail.twoFactorReset.text':
    'die Administration hat die Zwei-Faktor-Authentifizierung für dein Konto bei {name} ausgeschaltet. Bis du sie wieder einrichtest, genügt dein Passwort für die Anmeldung.',
  'mail.passkeyAdded': 'Ein Passkey wurde deinem Konto bei {name} hinzugefügt',
  'mail.passkeyAdded.text':
    'mit dem Passkey kannst du dich bei {name} anmelden, zusätzlich zum Passwort oder an seiner Stelle. Alle anderen Browser wurden abgemeldet.',
  'mail.passkeyRemoved': 'Ein Passkey wurde von deinem Konto bei {name} entfernt',
  'mail.passkeyRemoved.text': 'mit dem Passkey kann man sich nicht mehr bei {name} anmelden.',
  'mail.recoveryRenewed': 'Neue Wiederherstellungscodes für dein Konto bei {name}',
  'mail.recoveryRenewed.text':
    'für dein Konto bei {name} wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
  'mail.recoveryUsed': 'Ein Wiederherstellungscode für dein Konto bei {name} wurde verwendet',
  'mail.recoveryUsed.text':
    'jemand, vermutlich du, hat für {name} einen Wiederherstellungscode anstelle eines Codes deiner Authentifizierungs-App eingegeben. {count, plural, =0 {Es ist keiner mehr übrig: Erstelle in deinen Einstellungen neue.} one {Es ist noch ein Wiederherstellungscode übrig.} other {Es sind noch # Wiederherstellungscodes übrig.}}',
  'mail.codesGuessed': 'Für dein Konto bei {name} wurden mehrere falsche Codes eingegeben',
  'mail.codesGuessed.text':
    'jemand, der dein Passwort kennt, hat bei der Anmeldung bei {name} mehrere falsche Codes eingegeben. Einige Minuten lang werden keine Codes angenommen.',
  'mail.twoFactor.notYou':
    'Wenn du das nicht warst, ändere dein Passwort und wende dich sofort an die Administration.',
  'mail.newAddress': 'Bestätige deine neue E-Mail-Adresse für {name}',
  'mail.newAddress.text':
    'jemand, vermutlich du, möchte diese E-Mail-Adresse für dein Konto bei {name} verwenden. Bestätige sie hier:',
  'mail.newAddress.ignore':
    'Der Link ist 24 Stunden gültig und funktioniert einmal. Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
  'mail.addressChanged': 'Deine E-Mail-Adresse für {name} wurde geändert',
  'mail.addressChanged.text':
    'die E-Mail-Adresse deines Kontos bei {name} ist jetzt {email}. Wenn du das nicht warst, wende dich sofort an die Administration.',
  'mail.exported': 'Der Export von {name} ist fertig',
  'mail.exported.text': 'der Export von {name} kann {days} Tage lang heruntergeladen werden:\n\n{url}',
  'mail.exportFailed': 'Der Export von {name} ist fehlgeschlagen',
  'mail.exportFailed.text':
    'der Export von {name} ist fehlgeschlagen. Der Grund steht im Protokoll des Servers.',
  'mail.ended': 'Dein Konto bei {name} wurde deaktiviert',
  'mail.ended.text': 'dein Konto in der Organisation {name} wurde deaktiviert.',
  'mail.ended.note': 'Hinweis der Administration:',
};
