import type { signIn as english } from '../en/sign-in.ts';

export const signIn: Record<keyof typeof english, string> = {
  'signIn.title': 'Bei {name} anmelden',
  'signIn.nameOrEmail': 'Benutzername oder E-Mail-Adresse',
  'signIn.forgotten': 'Passwort vergessen?',
  'signIn.join': 'Konto anlegen',
  'signIn.wrongEmail': 'E-Mail-Adresse oder Passwort ist falsch.',
  'signIn.wrongName': 'Benutzername oder Passwort ist falsch.',
  'signIn.reset': 'Dein Passwort wurde geändert. Melde dich mit dem neuen an.',
  'signIn.out': 'Du hast dich abgemeldet.',
  'signIn.passkey': 'Mit einem Passkey anmelden',
  'signIn.passkeyStep': 'Passkey verwenden',
  'signIn.codeTitle': 'Code eingeben',
  'signIn.codeText':
    'Öffne deine Authentifizierungs-App und gib den Code für {name} ein. Wenn du die App nicht zur Hand hast, gib einen deiner Wiederherstellungscodes ein.',
  'signIn.code': 'Code',
  'signIn.expired': 'Die Anmeldung ist abgelaufen. Beginne noch einmal.',
  'signIn.setupTitle': 'Zwei-Faktor-Authentifizierung einrichten',
  'signIn.setupText':
    '{name} verlangt neben dem Passwort einen zweiten Faktor. Scanne dieses Bild mit einer Authentifizierungs-App und gib dann den Code ein, den sie anzeigt.',
  'signIn.setupPicture': 'QR-Code für die Authentifizierungs-App',
  'signIn.setupSecret': 'Du kannst es nicht scannen? Gib diesen Schlüssel in der App ein:',
  'signIn.recoveryTitle': 'Wiederherstellungscodes sichern',
  'signIn.recoveryText':
    'Jeder dieser Codes gilt einmal anstelle eines Codes der App. Bewahre sie so auf, dass du sie findest, wenn du dein Telefon verlierst: Sie werden nicht noch einmal angezeigt.',
  'signIn.recoverySaved': 'Ich habe sie gesichert, weiter',
  'signOut.title': 'Abmelden',
  'signOut.question': 'Von {name} abmelden?',
  'signOut.text': 'Du wirst nur in diesem Browser abgemeldet.',
  'signOut.back': 'Zurück zu {name}',
  'choose.title': 'Organisation wählen',
  'choose.text': 'Auf diesem Server gibt es mehrere Organisationen, jede unter einer eigenen Adresse.',
  'choose.address': 'Adresse deiner Organisation',
  'choose.hint': 'Zum Beispiel {example}. Sie steht in Einladungen und anderen E-Mails deiner Organisation.',
  'choose.go': 'Weiter',
  'choose.listed': 'Öffentliche Organisationen auf diesem Server',
  'choose.unknown': 'Auf diesem Server gibt es unter dieser Adresse keine Organisation.',
};
