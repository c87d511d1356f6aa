/** Two-factor authentication in the settings. */
export const twoFactor = {
  'twoFactor.title': 'Two-factor authentication',
  'twoFactor.hint':
    'Besides your password, signing in then needs a code of an authenticator app, so a stolen password is not enough.',
  'twoFactor.required': 'Your organization requires it.',
  'twoFactor.requiredFrom': 'Your organization requires it from {when}.',
  'twoFactor.setUp': 'Set up',
  'twoFactor.scan': 'Scan this picture with an authenticator app, then enter the code that the app shows.',
  'twoFactor.picture': 'QR code for the authenticator app',
  'twoFactor.key': 'Cannot scan it? Enter this key in the app:',
  'twoFactor.code': 'Code',
  'twoFactor.codeHint': 'Of your authenticator app, or a recovery code.',
  'twoFactor.turnOn': 'Turn on',
  'twoFactor.codes':
    'Save these recovery codes. Each works once in place of a code of the app, and they are not shown again.',
  'twoFactor.codesSave': 'Save as a file',
  'twoFactor.codesDone': 'Done',
  'twoFactor.on':
    'It is on. {count, plural, =0 {You have no recovery codes left.} one {You have one recovery code left.} other {You have # recovery codes left.}}',
  'twoFactor.renew': 'New recovery codes',
  'twoFactor.turnOff': 'Turn off',
  'passkeys.title': 'Passkeys',
  'passkeys.hint':
    'A passkey on this device or on a security key signs you in without your password. With a passkey, your password alone is not enough any more.',
  'passkeys.none': 'This browser does not support passkeys.',
  'passkeys.name': 'Name of the passkey',
  'passkeys.add': 'Add a passkey',
  'passkeys.cancelled': 'No passkey was added.',
  'passkeys.unused': 'Not used yet',
  'passkeys.remove': 'Remove {name}',
  'passkeys.removeHint': 'It can no longer be used to sign in. Delete it on your device as well.',
  'twoFactor.reset': 'Reset two-factor authentication',
  'twoFactor.resetHint':
    'For somebody who has lost their app and their recovery codes. From then on their password is enough to sign in. They are informed by email.',
  'twoFactor.require': 'Require two-factor authentication',
  'twoFactor.requireHint':
    'For everyone who signs in with a password. People who sign in with a provider are not affected.',
  'twoFactor.grace': 'People have to set it up',
  'twoFactor.graceDays':
    '{count, plural, =0 {at their next sign-in} one {within a day} other {within # days}}',
  'twoFactor.since': 'Required.',
  'twoFactor.from': 'Required from {when}.',
  'twoFactor.notRequired': 'Not required.',
  'twoFactor.requireDo': 'Require it',
  'twoFactor.requireNot': 'Do not require it',
} as const;
