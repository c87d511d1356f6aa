export const setup = {
  'setup.title': 'Create the organization',
  'setup.text':
    'Heddle is running. This page makes the organization that people will talk in, and its first owner: you.',
  'setup.name': 'Name of the organization',
  'setup.emailHint': 'You sign in with it. No mail is sent.',
  'setup.create': 'Create organization',
  'setup.once': 'This link works once. Anyone who has it can become the owner until then.',
  'setup.made': '{name} is ready',
  'setup.madeText': 'You are its owner, and signed in. Your inbox shows how things work.',
  'setup.open': 'Open {name}',
  'setup.apps': 'Other apps and programs',
  'setup.appsText':
    'Any app compatible with the Zulip API signs in at this address, with your e-mail address and password; programs and libraries do with the API key.',
  'setup.email': 'E-mail',
  'setup.key': 'API key',
  'setup.download': 'Download as {file}',
  'setup.keyNote':
    'The key is as good as your password: keep it to yourself. This page can be seen for a quarter of an hour; afterwards the key can be had in the settings of your account.',
  'setup.linkEnded':
    'It works once, for a day, and until the server is started again. If there is no organization yet, start the server again and use the link that it prints.',
} as const;
