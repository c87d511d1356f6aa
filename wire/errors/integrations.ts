/** Errors about what services deliver to incoming webhooks. They go to the service, whose author or operator reads them. */
import { programError } from './entry.ts';

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
  'integrations.invalid-payload': programError('Invalid payload'),
  'integrations.empty-topic': programError("Topic can't be empty"),
  'integrations.empty-content': programError("Content can't be empty"),
};
