import type { account as english } from '../en/account.ts';

export const account: Record<keyof typeof english, string> = {
  'reset.title': 'Passwort vergessen',
  'reset.text':
    'Gib die E-Mail-Adresse deines Kontos an. Du bekommst einen Link, mit dem du ein neues Passwort wählst.',
  'reset.send': 'Link senden',
  'reset.noEmail': 'Gib eine E-Mail-Adresse an.',
  'reset.sent':
    'Wenn es ein Konto mit der Adresse {email} gibt, ist ein Link dorthin unterwegs. Er funktioniert einmal, 24 Stunden lang.',
  'reset.choose': 'Neues Passwort wählen',
  'reset.password': 'Neues Passwort',
  'reset.passwordHint': 'Mindestens {least} Zeichen. Alle Browser werden abgemeldet.',
  'reset.change': 'Passwort ändern',
  'confirm.title': 'E-Mail-Adresse bestätigen',
  'confirm.text': 'Ab dann meldest du dich mit {email} an und bekommst dort deine E-Mails.',
  'confirm.confirm': 'Bestätigen',
  'confirm.done': 'Deine E-Mail-Adresse ist geändert',
  'confirm.go': 'Weiter zu {name}',
  'account.linkEnded': 'Er funktioniert einmal, 24 Stunden lang, und ein neuerer tritt an seine Stelle.',
  'account.reset': 'Neues Passwort anfordern',
};
