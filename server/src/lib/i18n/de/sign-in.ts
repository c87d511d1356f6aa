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
