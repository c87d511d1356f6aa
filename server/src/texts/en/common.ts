export const common = {
  'common.wrong': 'Error: {title}',
  'common.signIn': 'Sign in',
  'common.backToSignIn': 'Back to signing in',
  'common.email': 'E-mail address',
  'common.yourEmail': 'Your e-mail address',
  'common.yourName': 'Your name',
  'common.password': 'Password',
  'common.passwordHint': 'At least {least} characters.',
  'common.address': 'Address',
  'common.lookIntoMail': 'Look into your mail',
  'common.linkEnded': 'This link has ended',
} as const;
