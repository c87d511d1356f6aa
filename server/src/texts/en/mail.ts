/** What the server writes to people; what they wrote to each other stands in it as it is. */
export const mail = {
  'mail.hello': 'Hello,',
  'mail.helloName': 'Hello {name},',
  'mail.linkOnce': 'The link works once.',
  'mail.linkUntil': 'The link works once, until {until} UTC.',

  'mail.invited': '{inviter} has invited you to {name}',
  'mail.invited.text':
    '{inviter} ({email}) has invited you to join {name}, where people talk in channels and topics.',
  'mail.invited.open': 'To join, open this link and choose your name and password:',
  'mail.invited.ignore':
    'If you do not expect this, do nothing: no account is made unless you open the link.',
  'mail.signUp': 'Confirm your e-mail address for {name}',
  'mail.signUp.text': 'somebody, probably you, wants to join {name} with this e-mail address.',
  'mail.signUp.open': 'To go on, open this link and choose your name and password:',
  'mail.signUp.ignore': 'If it was not you, do nothing: no account is made unless you open the link.',
  'mail.known': 'You have an account in {name}',
  'mail.known.text':
    'somebody, probably you, wanted to join {name} with this e-mail address. There is an account with it already: sign in with it at',
  'mail.known.ignore': 'If it was not you, there is nothing to do.',
  'mail.welcome': 'Welcome to {name}',
  'mail.welcome.text':
    'you have an account in {name} now. You sign in with {email} and the password that you chose, in a browser or in an app, at',
  'mail.welcome.topics':
    'Conversations there have a channel and a topic: start a topic for each new subject, and everyone can follow what concerns them.',

  'mail.reset': 'A new password for {name}',
  'mail.reset.text':
    'somebody, probably you, asked for a new password for your account in {name}. Choose it here:',
  'mail.reset.ignore':
    'The link works once, for 24 hours. If it was not you, do nothing: your password stays as it is.',
  'mail.passwordChanged': 'Your password for {name} was changed',
  'mail.passwordChanged.text':
    'the password of your account in {name} was changed, and every browser was signed out. If it was not you, ask an administrator for help at once.',
  'mail.newAddress': 'Confirm your new e-mail address for {name}',
  'mail.newAddress.text':
    'somebody, probably you, wants this to be the e-mail address of your account in {name}. Confirm it here:',
  'mail.newAddress.ignore': 'The link works once, for 24 hours. If it was not you, do nothing.',
  'mail.addressChanged': 'Your e-mail address for {name} was changed',
  'mail.addressChanged.text':
    'the e-mail address of your account in {name} is now {email}. If it was not you who changed it, ask an administrator for help at once.',
  'mail.ended': 'Your account in {name} has been deactivated',
  'mail.ended.text': 'your account in the organization {name} has been deactivated.',
  'mail.ended.note': 'The administrators say:',
} as const;
