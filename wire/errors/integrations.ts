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
