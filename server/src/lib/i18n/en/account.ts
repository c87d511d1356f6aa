export const account = {
  'reset.title': 'Reset your password',
  'reset.text':
    'Enter the email address of your account, and we will send you a link to choose a new password.',
  'reset.send': 'Send link',
  'reset.noEmail': 'Enter an email address.',
  'reset.sent':
    'If there is an account for {email}, a link has been sent to it. It works once, within 24 hours.',
  'reset.choose': 'Choose a new password',
  'reset.password': 'New password',
  'reset.passwordHint': 'At least {least} characters. You will be signed out of all browsers.',
  'reset.change': 'Change password',
  'confirm.title': 'Confirm your email address',
  'confirm.text': 'After you confirm, you will sign in with {email} and receive emails there.',
  'confirm.confirm': 'Confirm',
  'confirm.done': 'Your email address has been changed',
  'confirm.go': 'Go to {name}',
  'account.linkEnded': 'Links work once, within 24 hours, and only the latest one is valid.',
  'account.reset': 'Request a new link',
} as const;
