import type { account as english } from '../en/account.ts';

export const account: Record<keyof typeof english, string> = {
  'reset.title': 'Passwort vergessen',
  'reset.text':
    'Gib die E-Mail-Adresse deines Kontos an. Wir schicken dir einen Link, mit dem du ein neues Passwort wählst.',
  'reset.send': 'Link senden',
  'reset.noEmail': 'Gib eine E-Mail-Adresse an.',
  'reset.sent':
    'Wenn es ein Konto mit der Adresse {email} gibt, haben wir einen Link dorthin geschickt. Er ist 24 Stunden gültig und funktioniert einmal.',
  'reset.choose': 'Neues Passwort wählen',
  'reset.password': 'Neues Passwort',
  'reset.passwordHint': 'Mindestens {least} Zeichen. Alle Browser werden abgemeldet.',
  'reset.change': 'Passwort ändern',
  'confirm.title': 'E-Mail-Adresse bestätigen',
  'confirm.text': 'Danach meldest du dich mit {email} an und erhältst dort deine E-Mails.',
  'confirm.confirm': 'Bestätigen',
  'confirm.done': 'Deine E-Mail-Adresse wurde geändert',
  'confirm.go': 'Weiter zu {name}',
  'account.linkEnded':
    'Der Link ist 24 Stunden gültig, funktioniert einmal und wird durch einen neueren ersetzt.',
  'account.reset': 'Neues Passwort anfordern',
};
