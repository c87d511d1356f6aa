/** Errors about deliveries to incoming webhooks. They are sent to the service, and read by its author or operator. */
import { error, programError } from './entry.ts';

export const integrationErrors = {
  'integrations.unsupported-event': programError(
    "The '{event}' event isn't currently supported by the {integration} webhook; ignoring",
    { code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE' },
  ),
  'integrations.anomalous-payload': programError(
    'Unable to parse request: Did {integration} generate this event?',
    { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' },
  ),
  'integrations.missing-header': programError("Missing the HTTP event header '{header}'", {
    code: 'MISSING_HTTP_EVENT_HEADER',
  }),
  'integrations.invalid-json': programError('Malformed JSON', { code: 'INVALID_JSON' }),
  'integrations.not-found': programError("There is no integration '{name}'.", { code: 'NOT_FOUND' }),
  'integrations.no-owner': programError('This bot has no owner to write to. Name a channel with "stream".'),
  'integrations.wrong-signature': programError('Webhook signature verification failed.', {
    code: 'UNAUTHORIZED',
  }),
  'integrations.stale-signature': programError('The webhook signature is too old, or of the future.'),
  'deliveries.not-found': error('There is no such delivery.'),
  'deliveries.not-repeatable': error('Slash commands cannot be sent again.'),
  'slash-commands.no-slash': programError('There should be a leading slash in the zcommand.'),
  'slash-commands.unknown': error('No such command: {name}'),
  'slash-commands.not-found': error('There is no such slash command.'),
  'slash-commands.too-many': error('There can be at most {limit} slash commands.'),
  'slash-commands.invalid-name': error(
    'Names of slash commands have up to {limit} letters (a to z), digits, hyphens and underscores.',
  ),
  'slash-commands.name-taken': error('There is already a command /{name}.'),
  'slash-commands.no-webhook': error('The bot is not an active outgoing webhook.'),
  'slash-commands.busy': error('Too many commands are running. Try again in a moment.', {
    code: 'RATE_LIMIT_HIT',
  }),
  'slash-commands.failed': error('{command} failed. {reason}'),
  'mcp.invalid-request': programError('The body must be one JSON-RPC message.'),
  'mcp.turned-off': programError(
    'MCP is turned off in this organization. An administrator can turn it on in the settings.',
    { code: 'UNAUTHORIZED_PRINCIPAL' },
  ),
  'integrations.invalid-template': error('Invalid template: {reason}'),
  'integrations.invalid-payload': programError('Invalid payload'),
  'integrations.empty-topic': programError("Topic can't be empty"),
  'integrations.empty-content': programError("Content can't be empty"),
};

// Errors of topic summaries and transcripts.

export const aiErrors = {
  'ai.disabled': error('AI features are not enabled on this server.'),
  'ai.not-permitted': error('Insufficient permission'),
  'ai.limit-reached': error('Reached the daily limit for AI features.'),
  'ai.busy': error('Another AI request is running. Try again in a moment.', { code: 'RATE_LIMIT_HIT' }),
  'ai.topics-only': error('Only topics of channels can be summarized.'),
  'ai.private-channel': error(
    'Messages of private channels are not sent to the language model of this server.',
  ),
  'ai.nothing-to-summarize': error('There are no messages to summarize.'),
  'ai.channels-only': error('Only files in channels can be transcribed.'),
  'ai.no-such-audio': error('No such audio file in this message.', { code: 'NOT_FOUND' }),
  'ai.audio-too-large': error('Audio files above {most} MiB are not transcribed.'),
  'ai.failed': error('The language model did not respond. Try again later.', { status: 502 }),
};

// Errors about video calls.

export const callErrors = {
  'calls.not-configured': error('{provider} credentials have not been configured'),
  'calls.bigbluebutton-not-configured': error('BigBlueButton is not configured.'),
  'calls.failed': error('Failed to create {provider} call'),
  'calls.unreachable': error('Error connecting to the {provider} server: {reason}'),
  'calls.wrong-secret': error('Error authenticating to the {provider} server'),
  'calls.unexpected': error('{provider} server returned an unexpected error: {status}'),
  'calls.wrong-credentials': error('Invalid {provider} credentials'),
  'calls.invalid-token': error('Invalid {provider} access token', {
    code: 'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
  }),
  'calls.unknown-zoom-user': error('Unknown Zoom user email', { code: 'UNKNOWN_ZOOM_USER' }),
  'calls.invalid-session': error('Invalid {provider} session identifier'),
  'calls.declined': error('Access to {provider} was not granted'),
  'calls.invalid-signature': error('Invalid signature.'),
};

// Errors about GIF search.

export const gifErrors = {
  'gifs.not-configured': error('GIF search is not configured on this server.'),
  'gifs.disabled': error('GIFs are disabled in this organization.'),
  'gifs.unavailable': error('GIF search is not available at the moment.'),
};
