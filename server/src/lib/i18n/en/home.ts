export const home = {
  'home.text': 'This is a Heddle server: team messaging in channels and topics. Connect with {apps}.',
  'home.apps': 'any app compatible with the Zulip API',
  'home.how':
    'Add an organization in your app, enter this address, and sign in with your email address and password. For developers: {api}.',
  'home.api': 'the OpenAPI description',
  'home.empty': 'There is no organization yet',
  'home.emptyText':
    'This Heddle server has no organization yet. When it started, it printed a link for creating one to its terminal or log. {command} explains another way.',
  'home.unknown': 'No organization at this address',
  'home.unknownText': 'Check the address, or start at {address}.',
  'home.unknownHost':
    'This Heddle server is not configured for this host name. Its operator can set the address with {setting}.',
  'home.notBuilt': 'The web client is not built',
  'home.notBuiltText':
    'The server of {name} is running and available to apps and programs, but its web client has to be built first: start the server with {start}, which builds it, or run {build} and reload this page.',
  'emails.title': 'Emails of the demo',
  'emails.text':
    'Emails this server would have sent, newest first. They are stored as files in its data folder.',
  'emails.none': 'No emails yet.',
  'emails.to': 'To',
  'emails.subject': 'Subject',
  'emails.date': 'Date',
  'emails.body': 'Content',
} as const;
