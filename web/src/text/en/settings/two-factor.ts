/** Two-factor authentication in the settings. */
export const twoFactor = {
  'twoFactor.title': 'Two-factor authentication',
  'twoFactor.hint':
    'Signing in will require a code from an authenticator app as well as your password, so a stolen password is not enough.',
  'twoFactor.required': 'Your organization requires it.',
  'twoFactor.requiredFrom': 'Your organization requires it from {when}.',
  'twoFactor.setUp': 'Set up',
  'twoFactor.scan': 'Scan this QR code with an authenticator app, then enter the code it shows.',
  'twoFactor.picture': 'QR code for the authenticator app',
  'twoFactor.key': 'Can’t scan it? Enter this key in the app:',
  'twoFactor.code': 'Code',
  'twoFactor.codeHint': 'From your authenticator app, or a recovery code.',
  'twoFactor.turnOn': 'Turn on',
  'twoFactor.codes':
    'Save these recovery codes. Each can be used once instead of a code from the app. They will not be shown again.',
  'twoFactor.codesSave': 'Save as a file',
  'twoFactor.codesDone': 'Done',
  'twoFactor.on':
    'Two-factor authentication is on. {count, plural, =0 {You have no recovery codes left.} one {You have one recovery code left.} other {You have # recovery codes left.}}',
  'twoFactor.renew': 'New recovery codes',
  'twoFactor.turnOff': 'Turn off',
  'passkeys.title': 'Passkeys',
  'passkeys.hint':
    'A passkey on this device or on a security key signs you in without your password. Once you have one, your password alone is no longer enough.',
  'passkeys.none': 'This browser does not support passkeys.',
  'passkeys.name': 'Name of the passkey',
  'passkeys.add': 'Add a passkey',
  'passkeys.cancelled': 'No passkey was added.',
  'passkeys.unused': 'Not used yet',
  'passkeys.remove': 'Remove {name}',
  'passkeys.removeHint': 'It can no longer be used to sign in. Delete it on your device as well.',
  'twoFactor.reset': 'Reset two-factor authentication',
  'twoFactor.resetHint':
    'For someone who has lost their app and their recovery codes. After that, their password is enough to sign in. They are notified by email.',
  'twoFactor.require': 'Require two-factor authentication',
  'twoFactor.requireHint':
    'Applies to everyone who signs in with a password. People who sign in with a provider are not affected.',
  'twoFactor.grace': 'People must set it up',
  'twoFactor.graceDays':
    '{count, plural, =0 {at their next sign-in} one {within a day} other {within # days}}',
  'twoFactor.since': 'Required.',
  'twoFactor.from': 'Required from {when}.',
  'twoFactor.notRequired': 'Not required.',
  'twoFactor.requireDo': 'Require it',
  'twoFactor.requireNot': 'Do not require it',
} as const;
