export const setup = {
  'setup.title': 'Create the organization',
  'setup.text': 'Heddle is running. Create the organization for your team, with yourself as its first owner.',
  'setup.name': 'Organization name',
  'setup.emailHint': 'You sign in with it. No email is sent.',
  'setup.create': 'Create organization',
  'setup.once': 'This link works once. Until it is used, anyone who has it can become the owner.',
  'setup.made': '{name} is ready',
  'setup.madeText': 'You are its owner and signed in. Your inbox shows how things work.',
  'setup.open': 'Open {name}',
  'setup.apps': 'Other apps and programs',
  'setup.appsText':
    'Any app compatible with the Zulip API can sign in at this address with your email address and password; programs and libraries use the API key.',
  'setup.email': 'Email',
  'setup.key': 'API key',
  'setup.download': 'Download as {file}',
  'setup.keyNote':
    'The key is as powerful as your password: keep it secret. This page is available for 15 minutes; after that, you can find the key in your account settings.',
  'setup.linkEnded':
    'A setup link works once, for one day, and only until the server restarts. If there is no organization yet, restart the server and use the link that it prints.',
} as const;
