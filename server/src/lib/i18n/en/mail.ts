/** What the server writes to people; what they wrote to each other stands in it as it is. */
export const mail = {
  'mail.hello': 'Hello,',
  'mail.helloName': 'Hello {name},',
  'mail.linkOnce': 'The link works once.',
  'mail.linkUntil': 'The link works once, until {until} UTC.',

  'mail.invited': '{inviter} has invited you to {name}',
  'mail.invited.text':
    '{inviter} ({email}) has invited you to join {name}, a place for conversations organized in channels and topics.',
  'mail.invited.open': 'To join, open this link and choose your name and password:',
  'mail.invited.ignore':
    'If you were not expecting this email, you can ignore it: no account is created unless you open the link.',
  'mail.signUp': 'Confirm your email address for {name}',
  'mail.signUp.text': 'Someone, probably you, wants to join {name} with this email address.',
  'mail.signUp.open': 'To continue, open this link and choose your name and password:',
  'mail.signUp.ignore':
    'If this was not you, you can ignore this email: no account is created unless you open the link.',
  'mail.known': 'You already have an account in {name}',
  'mail.known.text':
    'Someone, probably you, tried to join {name} with this email address. You already have an account; sign in at',
  'mail.known.ignore': 'If this was not you, you can ignore this email.',
  'mail.welcome': 'Welcome to {name}',
  'mail.welcome.text':
    'Your account in {name} is ready. Sign in with {email} and the password you chose, in a browser or in an app, at',
  'mail.welcome.topics':
    'Conversations are organized in channels and topics: start a topic for each new subject, so that everyone can follow what is relevant to them.',

  'mail.reset': 'Reset your password for {name}',
  'mail.reset.text':
    'Someone, probably you, requested a new password for your account in {name}. Choose it here:',
  'mail.reset.ignore':
    'The link works once, within 24 hours. If this was not you, you can ignore this email: your password stays the same.',
  'mail.passwordChanged': 'Your password for {name} was changed',
  'mail.passwordChanged.text':
    'The password of your account in {name} was changed, and you were signed out of all browsers. If this was not you, contact an administrator immediately.',
  'mail.twoFactorOn': 'Two-factor authentication is on for your account in {name}',
  'mail.twoFactorOn.text':
    'From now on, signing in to {name} with your password also needs a code of your authenticator app. You were signed out of all other browsers. Keep your recovery codes in a safe place.',
  'mail.twoFactorOff': 'Two-factor authentication is off for your account in {name}',
  'mail.twoFactorOff.text': 'From now on, your password is enough to sign in to {name}.',
  'mail.twoFactorReset': 'Two-factor authentication of your account in {name} was reset',
  'mail.twoFactorReset.text':
    'An administrator has turned two-factor authentication off for your account in {name}. Your password is enough to sign in until you set it up again.',
  'mail.passkeyAdded': 'A passkey was added to your account in {name}',
  'mail.passkeyAdded.text':
    'The passkey can be used to sign in to {name}, with your password or in place of it. You were signed out of all other browsers.',
  'mail.passkeyRemoved': 'A passkey was removed from your account in {name}',
  'mail.passkeyRemoved.text': 'The passkey can no longer be used to sign in to {name}.',
  'mail.recoveryRenewed': 'New recovery codes for your account in {name}',
  'mail.recoveryRenewed.text':
    'New recovery codes were created for your account in {name}. The former ones do not work any more.',
  'mail.recoveryUsed': 'A recovery code was used for your account in {name}',
  'mail.recoveryUsed.text':
    'Someone, probably you, entered a recovery code in place of a code of your authenticator app for {name}. {count, plural, =0 {None is left: create new ones in your settings.} one {One recovery code is left.} other {# recovery codes are left.}}',
  'mail.codesGuessed': 'Several wrong codes were entered for your account in {name}',
  'mail.codesGuessed.text':
    'Someone who knows your password entered several wrong codes to sign in to {name}. Codes are refused for a few minutes.',
  'mail.twoFactor.notYou':
    'If this was not you, change your password and contact an administrator immediately.',
  'mail.newAddress': 'Confirm your new email address for {name}',
  'mail.newAddress.text':
    'Someone, probably you, wants to use this email address for their account in {name}. Confirm it here:',
  'mail.newAddress.ignore':
    'The link works once, within 24 hours. If this was not you, you can ignore this email.',
  'mail.addressChanged': 'Your email address for {name} was changed',
  'mail.addressChanged.text':
    'The email address of your account in {name} is now {email}. If you did not change it, contact an administrator immediately.',
  'mail.exported': 'The export of {name} is ready',
  'mail.exported.text': 'The export of {name} can be downloaded for {days} days:\n\n{url}',
  'mail.exportFailed': 'The export of {name} failed',
  'mail.exportFailed.text': 'The export of {name} could not be made. The reason is in the log of the server.',
  'mail.ended': 'Your account in {name} has been deactivated',
  'mail.ended.text': 'Your account in the organization {name} has been deactivated.',
  'mail.ended.note': 'Message from the administrators:',
} as const;
