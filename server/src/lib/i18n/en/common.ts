export const common = {
  'common.wrong': 'Error: {title}',
  'common.signIn': 'Sign in',
  'common.backToSignIn': 'Back to sign-in',
  'common.email': 'Email address',
  'common.yourEmail': 'Your email address',
  'common.yourName': 'Your name',
  'common.password': 'Password',
  'common.passwordHint': 'At least {least} characters.',
  'common.address': 'Address',
  'common.lookIntoMail': 'Check your email',
  'common.linkEnded': 'This link is no longer valid',
} as const;
