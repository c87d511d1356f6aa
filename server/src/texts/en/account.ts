export const account = {
  'reset.title': 'Forgotten password',
  'reset.text': 'Give the e-mail address of your account, and get a link to choose a new password.',
  'reset.send': 'Send the link',
  'reset.noEmail': 'Give an e-mail address.',
  'reset.sent':
    'If there is an account with the address {email}, a link is on its way to it. It works once, for 24 hours.',
  'reset.choose': 'Choose a new password',
  'reset.password': 'New password',
  'reset.passwordHint': 'At least {least} characters. Every browser is signed out.',
  'reset.change': 'Change password',
  'confirm.title': 'Confirm your e-mail address',
  'confirm.text': 'From now on you sign in with {email}, and get mail there.',
  'confirm.confirm': 'Confirm',
  'confirm.done': 'Your e-mail address is changed',
  'confirm.go': 'Go to {name}',
  'account.linkEnded': 'It works once, for 24 hours, and a newer one takes its place.',
  'account.reset': 'Ask for a new password',
} as const;
