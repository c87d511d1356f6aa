import type { mail as english } from '../en/mail.ts';

export const mail: Record<keyof typeof english, string> = {
  'mail.hello': 'Hallo,',
  'mail.helloName': 'Hallo {name},',
  'mail.linkOnce': 'Der Link funktioniert einmal.',
  'mail.linkUntil': 'Der Link funktioniert einmal, bis {until} UTC.',

  'mail.invited': '{inviter} lädt dich zu {name} ein',
  'mail.invited.text':
    '{inviter} ({email}) lädt dich ein, {name} beizutreten. Dort unterhält man sich in Kanälen und Themen.',
  'mail.invited.open': 'Öffne zum Beitreten diesen Link und wähle deinen Namen und ein Passwort:',
  'mail.invited.ignore':
    'Wenn du damit nicht gerechnet hast, tu nichts: Ein Konto entsteht nur, wenn du den Link öffnest.',
  'mail.signUp': 'Bestätige deine E-Mail-Adresse für {name}',
  'mail.signUp.text': 'jemand, vermutlich du, möchte {name} mit dieser E-Mail-Adresse beitreten.',
  'mail.signUp.open': 'Öffne diesen Link, um deinen Namen und ein Passwort zu wählen:',
  'mail.signUp.ignore':
    'Wenn du es nicht warst, tu nichts: Ein Konto entsteht nur, wenn du den Link öffnest.',
  'mail.known': 'Du hast ein Konto bei {name}',
  'mail.known.text':
    'jemand, vermutlich du, wollte {name} mit dieser E-Mail-Adresse beitreten. Damit gibt es schon ein Konto; melde dich damit an:',
  'mail.known.ignore': 'Wenn du es nicht warst, brauchst du nichts zu tun.',
  'mail.welcome': 'Willkommen bei {name}',
  'mail.welcome.text':
    'du hast jetzt ein Konto bei {name}. Du meldest dich mit {email} und dem Passwort an, das du gewählt hast, im Browser oder in einer App:',
  'mail.welcome.topics':
    'Gespräche haben dort einen Kanal und ein Thema: Beginne für alles Neue ein Thema, dann können alle verfolgen, was sie angeht.',

  'mail.reset': 'Ein neues Passwort für {name}',
  'mail.reset.text':
    'jemand, vermutlich du, möchte ein neues Passwort für dein Konto bei {name}. Wähle es hier:',
  'mail.reset.ignore':
    'Der Link funktioniert einmal, 24 Stunden lang. Wenn du es nicht warst, tu nichts: Dein Passwort bleibt, wie es ist.',
  'mail.passwordChanged': 'Dein Passwort für {name} wurde geändert',
  'mail.passwordChanged.text':
    'das Passwort deines Kontos bei {name} wurde geändert, und alle Browser wurden abgemeldet. Wenn du es nicht warst, bitte sofort die Administration um Hilfe.',
  'mail.newAddress': 'Bestätige deine neue E-Mail-Adresse für {name}',
  'mail.newAddress.text':
    'jemand, vermutlich du, möchte diese Adresse als E-Mail-Adresse deines Kontos bei {name}. Bestätige sie hier:',
  'mail.newAddress.ignore':
    'Der Link funktioniert einmal, 24 Stunden lang. Wenn du es nicht warst, tu nichts.',
  'mail.addressChanged': 'Deine E-Mail-Adresse für {name} wurde geändert',
  'mail.addressChanged.text':
    'die E-Mail-Adresse deines Kontos bei {name} ist jetzt {email}. Wenn du es nicht warst, bitte sofort die Administration um Hilfe.',
  'mail.ended': 'Dein Konto bei {name} wurde deaktiviert',
  'mail.ended.text': 'dein Konto in der Organisation {name} wurde deaktiviert.',
  'mail.ended.note': 'Die Administration schreibt dazu:',
};
