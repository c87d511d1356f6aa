/** General errors: parameters, bodies, authentication, limits, and the state of the server. */
import { error, programError } from './entry.ts';

const notReady = { code: 'SERVER_NOT_READY' } as const;
const tooLarge = { code: 'PAYLOAD_TOO_LARGE' } as const;

export const requestErrors = {
  'requests.not-found': error('Not found', { code: 'NOT_FOUND' }),
  'requests.method-not-allowed': programError('Method Not Allowed', { code: 'METHOD_NOT_ALLOWED' }),
  'requests.internal-error': error('Internal server error', { code: 'INTERNAL_ERROR' }),
  'requests.rate-limit': error('API usage exceeded rate limit', { code: 'RATE_LIMIT_HIT' }),
  'requests.body-too-large': error('The request body is too large.', tooLarge),
  'requests.too-many-parameters': programError('Too many parameters.', tooLarge),
  'requests.invalid-path': programError('The path is not valid.'),
  'requests.ended-early': programError('The request ended early.'),
  'requests.length-mismatch': programError('The body is not as long as was said.'),
  'requests.invalid-content-type': programError('The content type is not valid.'),
  'requests.content-encoding': programError("A request body cannot have the encoding '{encoding}'.", {
    code: 'UNSUPPORTED_MEDIA_TYPE',
  }),
  'requests.no-boundary': programError('The multipart body has no valid boundary.'),
  'requests.malformed-multipart': programError('The multipart body is not well formed.'),
  'requests.method-in-wrong-place': programError(
    "The parameter 'method' selects another method only as a form field of a POST request.",
  ),
  'requests.method-repeated': programError("The parameter 'method' is there more than once."),
  'requests.several-hosts': programError('The request has more than one Host header.'),
  'requests.invalid-host': programError('The Host header is not valid.'),
  'requests.not-utf8': programError('{what} is not valid UTF-8.'),
  'requests.host-unknown': error(
    'This server is not configured for that host name. Its operator sets the name with base_url.',
    { code: 'NONEXISTENT_SUBDOMAIN' },
  ),
  'requests.no-such-subdomain': error('Invalid subdomain', { code: 'NONEXISTENT_SUBDOMAIN' }),

  'parameters.invalid': programError('{complaint}'),
  'parameters.not-json': programError('{name} is not valid JSON'),
  'parameters.missing': programError("Missing '{name}' argument", { code: 'REQUEST_VARIABLE_MISSING' }),
  'parameters.missing-one': programError("Missing '{name}' argument"),
  'parameters.missing-anchor': programError("Missing '{name}' argument."),
  'parameters.excluded': programError('Unsupported parameter combination: {parameters}'),
  'parameters.bad-value': programError("Bad value for '{name}': {value}", {
    code: 'REQUEST_VARIABLE_INVALID',
  }),
  'parameters.not-a-string': programError('{name} is not a string'),
  'parameters.not-a-boolean': programError('{name} is not a boolean'),
  'parameters.not-an-integer': programError('{name} is not an integer'),
  'parameters.not-a-list': programError('{name} is not a list'),
  'parameters.not-a-dict': programError('{name} is not a dict'),
  'parameters.not-a-date': error('{name} is not a date'),
  'parameters.not-a-url': error('{name} is not a URL'),
  'parameters.not-valid-text': programError('{name} is not valid text'),
  'parameters.not-unicode': programError('{name} is not valid Unicode'),
  'parameters.null-bytes': programError('{name} must not contain null bytes'),
  'parameters.too-small': programError('{name} is too small'),
  'parameters.too-large': programError('{name} is too large'),
  'parameters.blank': error('{name} cannot be blank'),
  'parameters.too-long': error('{name} is too long (limit: {limit} characters)'),
  'parameters.invalid-character': error('Invalid character in {name}.'),
  'parameters.invalid-value': programError('Invalid {name}'),
  'parameters.out-of-range': error('{name} must be between {least} and {most}'),
  'parameters.not-a-url-value': error('Invalid {name}: Value error, Not a URL'),
  'parameters.unexpected': programError('Unexpected arguments: {names}'),
  'parameters.missing-key': programError('{key} key is missing from {name}'),
  'parameters.nothing-to-do': programError('Nothing to do. Specify at least one of "add" or "delete".'),
  'parameters.nothing-to-change': programError('Nothing to change'),
  'parameters.no-new-data': programError('No new data supplied'),
  'parameters.missing-topic': programError('Missing topic'),
  'parameters.missing-channel': programError('Missing channel ID'),

  'authentication.required': error('Not logged in: API authentication or user session required', {
    code: 'UNAUTHORIZED',
  }),
  'authentication.failed': error('Your username or password is incorrect', { code: 'AUTHENTICATION_FAILED' }),
  'authentication.invalid-api-key': error('Invalid API key', { code: 'INVALID_API_KEY' }),
  'authentication.insufficient-scope': programError('The scopes of this API key do not allow this request.', {
    code: 'INSUFFICIENT_SCOPE',
  }),
  'authentication.lasting-access': programError(
    'This API key may not give access that remains when the key has ended: that requires the scope lasting_access.',
    { code: 'INSUFFICIENT_SCOPE' },
  ),
  'authentication.named-key-required': programError(
    'A named API key is required, sent as "Authorization: Bearer heddle_…".',
    { code: 'UNAUTHORIZED' },
  ),
  'authentication.malformed-api-key': programError('Malformed API key', { code: 'INVALID_API_KEY' }),
  'authentication.basic-required': programError('This endpoint requires HTTP basic authentication.', {
    code: 'UNAUTHORIZED',
  }),
  'authentication.invalid-header': programError('Invalid authorization header for basic auth', {
    code: 'UNAUTHORIZED',
  }),
  'authentication.csrf': error('CSRF check failed. {why}', { code: 'CSRF_FAILED' }),
  'authentication.no-session': programError('There is no session: an API key was shown instead.'),
  'authentication.invalid-session': error('Invalid session ID'),

  'server.signing-in-busy': error('Too many people are signing in at the moment.', notReady),
  'server.files-unavailable': error('The file storage is not responding.', notReady),
  'server.stopping': error('The server is stopping.', notReady),
  'server.database-unavailable': error('The database is not responding.', notReady),
  'server.fetching-busy': error('Too many downloads are in progress. Try again in a moment.', notReady),

  'storage.unreachable': error(
    'The server cannot reach its database right now. Try again in a moment.',
    notReady,
  ),
  'storage.disk_full': error("The server's disk is full, so nothing can be saved right now.", notReady),
  'storage.read_only': error(
    "The server's storage is read-only, so nothing can be saved right now.",
    notReady,
  ),
  'storage.io_error': error(
    "The server's storage reports errors, so nothing can be saved until it has been checked.",
    notReady,
  ),
  'storage.damaged': error(
    "The server's database is damaged. Nothing can be saved until an administrator has restored a backup.",
    notReady,
  ),
  'storage.replaced': error(
    "The server's database was replaced while the server was running. Nothing can be saved until an administrator has decided which one to keep.",
    notReady,
  ),
  'storage.taken': error(
    'Another server has taken over the database, so nothing can be saved here.',
    notReady,
  ),
  'storage.busy': error('The database is busy. Try again in a moment.', notReady),

  'narrow.invalid': programError('{complaint}'),
  'narrow.unknown-term': error('Invalid narrow operator: {what}', { code: 'BAD_NARROW' }),
  'narrow.impossible': error('Invalid narrow operator combination: {what}', { code: 'BAD_NARROW' }),

  'queues.bad-queue-id': programError('Bad event queue ID: {id}', { code: 'BAD_EVENT_QUEUE_ID' }),
  'queues.acknowledged': programError(
    'Events of this queue were already acknowledged. Register a new queue.',
    {
      code: 'BAD_EVENT_QUEUE_ID',
    },
  ),
  'queues.not-an-event': programError('last_event_id is not the id of an event.'),

  'uploads.no-such-file': error('Invalid attachment'),
  'uploads.too-large': error('Uploaded file is larger than the allowed limit of {limit} MiB'),
  'uploads.no-file': programError('You must specify a file to upload'),
  'uploads.several-files': programError('You may only upload one file at a time'),
  'uploads.exactly-one': programError('You must upload exactly one {noun}.'),
  'uploads.organization-quota': error("Upload would exceed your organization's upload quota.", {
    code: 'REALM_UPLOAD_QUOTA',
  }),
  'uploads.person-quota': error('Upload would exceed your upload quota.', { code: 'REALM_UPLOAD_QUOTA' }),
  'uploads.not-an-image': error('Invalid image format', { code: 'BAD_IMAGE' }),
  'uploads.image-unreadable': error('Could not decode image; did you upload an image file?', {
    code: 'BAD_IMAGE',
  }),
  'uploads.too-many-unfinished': error('You can have at most {limit} uploads in progress.', {
    code: 'RATE_LIMIT_HIT',
  }),
  'uploads.no-such-media': error('No such image, video or audio file.', { code: 'NOT_FOUND' }),
  'uploads.no-such-upload': error('There is no such upload.', { code: 'NOT_FOUND' }),
  'uploads.complete': programError('The upload is complete.', { status: 409 }),
  'uploads.malformed-metadata': programError('Upload-Metadata is not well formed.'),
  'uploads.no-filename': programError('Upload-Metadata has no filename.'),
  'uploads.tus-version': programError('This server speaks tus {version}.', { status: 412 }),
  'uploads.no-length': programError('Upload-Length is missing.', { status: 411 }),
  'uploads.file-too-large': error('Uploaded file is larger than the allowed limit of {limit} MiB', tooLarge),
  'uploads.content-type': programError('The content type must be application/offset+octet-stream.', {
    status: 415,
  }),
  'uploads.wrong-offset': programError('The upload has to continue at {offset}.', { status: 409 }),
  'uploads.not-whole-bytes': programError('{name} must be a whole number of bytes.'),
  'uploads.longer-than-declared': programError('The upload is larger than was said.', tooLarge),
};

// Errors of operations that this server does not support.

export const unsupportedErrors = {
  'unsupported.development-only': programError('Endpoint not available in production.'),
  'unsupported.not-registered': programError('Organization not registered', { code: 'MISSING_REMOTE_REALM' }),
};
