import type { common as english } from '../en/common.ts';

export const common: Record<keyof typeof english, string> = {
  'common.wrong': 'Fehler: {title}',
  'common.signIn': 'Anmelden',
  'common.backToSignIn': 'Zurück zur Anmeldung',
  'common.email': 'E-Mail-Adresse',
  'common.yourEmail': 'Deine E-Mail-Adresse',
  'common.yourName': 'Dein Name',
  'common.password': 'Passwort',
  'common.passwordHint': 'Mindestens {least} Zeichen.',
  'common.address': 'Adresse',
  'common.lookIntoMail': 'Sieh in deinem Postfach nach',
  'common.linkEnded': 'Dieser Link ist nicht mehr gültig',
};
