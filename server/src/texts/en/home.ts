export const home = {
  'home.text': 'A Heddle server: team messaging in channels and topics. Reach it with {apps}.',
  'home.apps': 'any app compatible with the Zulip API',
  'home.how':
    'Add an organization in your app, give it this address, and sign in with your e-mail address and password. Writing a program? Here is {api}.',
  'home.api': 'the API as OpenAPI',
  'home.empty': 'Nobody lives here yet',
  'home.emptyText':
    'This Heddle server has no organization. When it started it printed a link to create one, where whoever runs it can see; {command} tells of another way.',
  'home.unknown': 'No organization at this address',
  'home.unknownText': 'Check the address, or start at {address}.',
  'home.unknownHost':
    'This Heddle server is not configured for this host name. Its operator sets the address that people use with {setting}.',
  'home.notBuilt': 'The web client is not built',
  'home.notBuiltText':
    'The server of {name} is running, and apps and programs reach it. Its own web client has to be built first: start the server with {start}, which does so, or run {build} beside it and load this page again.',
  'emails.title': 'E-mails of the demo',
  'emails.text': 'What this server would have sent, newest first. They are files in its data folder.',
  'emails.none': 'None yet.',
  'emails.to': 'To',
  'emails.subject': 'Subject',
  'emails.date': 'Date',
  'emails.body': 'Text',
} as const;
