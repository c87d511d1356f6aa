import type { join as english } from '../en/join.ts';

export const join: Record<keyof typeof english, string> = {
  'join.title': '{name} beitreten',
  'join.choose': 'Wähle ein Passwort und den Namen, den andere sehen. Du meldest dich mit {email} an.',
  'join.join': 'Beitreten',
  'join.ask':
    'Wir schicken einen Link an deine E-Mail-Adresse. Öffne ihn, um deinen Namen und ein Passwort zu wählen.',
  'join.send': 'Link senden',
  'join.hasAccount': 'Du hast schon ein Konto? {signIn}',
  'join.sent':
    'Wir haben eine E-Mail an {email} geschickt, in der steht, wie es bei {name} weitergeht. Wenn sie nicht ankommt, sieh im Spam-Ordner nach.',
  'join.unknown': 'Dieser Link ist ungültig',
  'join.unknown.text':
    'Vielleicht ist er nicht vollständig. Bitte die Person, die dich eingeladen hat, um einen neuen.',
  'join.used': 'Diese Einladung wurde bereits verwendet',
  'join.used.text': 'Jemand hat damit ein Konto angelegt. Wenn du das warst, melde dich an.',
  'join.revoked': 'Diese Einladung wurde zurückgezogen',
  'join.revoked.text': 'Bitte die Person, die dich eingeladen hat, um eine neue.',
  'join.expired': 'Diese Einladung ist abgelaufen',
  'join.expired.text': 'Bitte die Person, die dich eingeladen hat, um eine neue.',
  'join.closed': 'Du brauchst eine Einladung',
  'join.closed.text':
    'Dieser Organisation kann man nur mit einer Einladung beitreten. Frage ein Mitglied danach.',
  'join.addressTaken': 'Du hast bereits ein Konto',
  'join.addressTaken.text': 'Zur Adresse dieser Einladung gibt es bereits ein Konto. Melde dich damit an.',
  'join.addressRefused': 'Mit dieser Adresse ist kein Beitritt möglich',
  'join.addressRefused.text': 'Die Organisation lässt Adressen wie die dieser Einladung nicht mehr zu.',
  'join.addressOther': 'Diese Einladung gilt für eine andere E-Mail-Adresse',
  'join.addressOther.text':
    'Melde dich mit der Identität an, zu der die E-Mail-Adresse der Einladung gehört.',
  'join.organizationDeactivated': 'Diese Organisation ist deaktiviert',
  'join.organizationDeactivated.text': 'Niemand kann ihr mehr beitreten.',
};
