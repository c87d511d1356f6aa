import type { join as english } from '../en/join.ts';

export const join: Record<keyof typeof english, string> = {
  'join.title': '{name} beitreten',
  'join.choose':
    'Wähle den Namen, unter dem andere dich sehen, und ein Passwort. Du meldest dich mit {email} an.',
  'join.join': 'Beitreten',
  'join.ask':
    'Wir schicken einen Link an deine E-Mail-Adresse. Öffne ihn, um deinen Namen und ein Passwort zu wählen.',
  'join.send': 'Link senden',
  'join.hasAccount': 'Du hast schon ein Konto? {signIn}',
  'join.sent':
    'An {email} ist eine Nachricht unterwegs. Darin steht, wie es bei {name} weitergeht. Kommt sie nicht an, sieh im Ordner für unerwünschte E-Mails nach.',
  'join.unknown': 'Dieser Link führt nirgendwohin',
  'join.unknown.text': 'Vielleicht ist er abgeschnitten. Bitte um einen neuen, wo du eingeladen wurdest.',
  'join.used': 'Diese Einladung ist schon benutzt',
  'join.used.text': 'Jemand hat damit ein Konto angelegt. Wenn du das warst, melde dich an.',
  'join.revoked': 'Diese Einladung ist zurückgezogen',
  'join.revoked.text': 'Bitte um eine neue, wo du eingeladen wurdest.',
  'join.expired': 'Diese Einladung ist abgelaufen',
  'join.expired.text': 'Bitte um eine neue, wo du eingeladen wurdest.',
  'join.closed': 'Du brauchst eine Einladung',
  'join.closed.text': 'Diese Organisation nimmt nur auf, wer eingeladen ist. Frag jemanden, der dazugehört.',
  'join.addressTaken': 'Du hast ein Konto',
  'join.addressTaken.text': 'Mit der Adresse dieser Einladung gibt es schon ein Konto. Melde dich damit an.',
  'join.addressRefused': 'Diese Adresse darf nicht beitreten',
  'join.addressRefused.text': 'Adressen wie die dieser Einladung nimmt die Organisation nicht mehr an.',
  'join.organizationDeactivated': 'Diese Organisation ist geschlossen',
  'join.organizationDeactivated.text': 'Sie ist deaktiviert, und niemand kann ihr beitreten.',
};
