import type { signIn as english } from '../en/sign-in.ts';

export const signIn: Record<keyof typeof english, string> = {
  'signIn.title': 'Bei {name} anmelden',
  'signIn.nameOrEmail': 'Benutzername oder E-Mail-Adresse',
  'signIn.forgotten': 'Passwort vergessen?',
  'signIn.join': 'Konto anlegen',
  'signIn.wrongEmail': 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  'signIn.wrongName': 'Der Name oder das Passwort stimmt nicht.',
  'signIn.reset': 'Dein Passwort ist geändert. Melde dich mit dem neuen an.',
  'signIn.out': 'Du bist abgemeldet.',
  'signOut.title': 'Abmelden',
  'signOut.question': 'Von {name} abmelden?',
  'signOut.text': 'Dieser Browser vergisst, wer du bist. In anderen bleibst du angemeldet.',
  'signOut.back': 'Zurück zu {name}',
  'choose.title': 'Organisation wählen',
  'choose.text': 'Auf diesem Server gibt es mehrere, jede unter einer eigenen Adresse.',
  'choose.address': 'Adresse deiner Organisation',
  'choose.hint': 'Zum Beispiel {example}. Einladungen und andere E-Mails deiner Organisation verlinken sie.',
  'choose.go': 'Weiter',
  'choose.listed': 'Öffentliche Organisationen auf diesem Server',
  'choose.unknown': 'Auf diesem Server gibt es unter dieser Adresse keine Organisation.',
};
