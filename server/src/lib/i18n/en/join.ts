export const join = {
  'join.title': 'Join {name}',
  'join.choose': 'Choose your name and password. You will sign in with {email}.',
  'join.join': 'Join',
  'join.ask': 'We will send a link to your email address. Open it to choose your name and password.',
  'join.send': 'Send link',
  'join.hasAccount': 'Already have an account? {signIn}',
  'join.sent':
    'We sent an email to {email} with instructions for joining {name}. If it does not arrive, check your spam folder.',
  'join.unknown': 'Invalid link',
  'join.unknown.text': 'The link may be incomplete. Ask the person who invited you for a new one.',
  'join.used': 'This invitation has been used',
  'join.used.text': 'Someone has already created an account with it. If that was you, sign in.',
  'join.revoked': 'This invitation has been revoked',
  'join.revoked.text': 'Ask the person who invited you for a new one.',
  'join.expired': 'This invitation has expired',
  'join.expired.text': 'Ask the person who invited you for a new one.',
  'join.closed': 'You need an invitation',
  'join.closed.text': 'You can only join this organization with an invitation. Ask one of its members.',
  'join.addressTaken': 'You already have an account',
  'join.addressTaken.text':
    'An account with the email address of this invitation already exists. Sign in with it.',
  'join.addressRefused': 'This email address is not allowed',
  'join.addressRefused.text':
    'The organization no longer accepts email addresses like the one of this invitation.',
  'join.organizationDeactivated': 'This organization is deactivated',
  'join.organizationDeactivated.text': 'Nobody can join it any more.',
} as const;
