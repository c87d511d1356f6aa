export const provider = {
  'provider.signIn': 'Sign in with {name}',
  'provider.failed': 'Sign-in with {name}',
  'provider.retry': 'Try again',
  'provider.password': 'Sign in with a password',
  'provider.unavailable':
    '{name} cannot be reached, or is not configured correctly. The administrator of the server finds the reason in its log and with “heddle doctor”. Until then, sign in with your password.',
  'provider.expired':
    'This sign-in has expired, was used already, or was started in another browser. Please start again.',
  'provider.cancelled': 'You cancelled the sign-in at {name}.',
  'provider.invalid': 'The response of {name} could not be verified, so you are not signed in.',
  'provider.unknown': 'This organization has no sign-in called {name}.',
  'provider.unverified':
    '{name} did not provide a verified email address, which is needed to find or create your account.',
  'provider.otherIdentity':
    'The account with your email address is linked to another identity at {name}. Contact your administrator.',
  'provider.noAccount': 'You have no account in this organization. Contact your administrator.',
  'provider.bot': 'This email address belongs to a bot. Bots sign in with API keys only.',
  'provider.signingOut': 'Signing out …',
  'provider.continue': 'Continue',
  'provider.inBrowser': 'Sign in in your browser, then return to this app.',
  'provider.openBrowser': 'Open browser',
  'provider.token': 'Token',
  'provider.almost': 'Almost done',
  'provider.copyText': 'Copy this token and return to the app, which uses it to sign you in.',
  'provider.copy': 'Copy token',
} as const;
