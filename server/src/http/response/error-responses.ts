/** All error responses: one mapper for thrown errors, and the responses for unknown paths. */
import type { Socket } from 'node:net';
import type { KeyedError } from '../../../../wire/errors/catalogue.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { StoreDownError } from '../../lib/files/store.ts';
import { fileFault } from '../../lib/storage/faults.ts';
import { NarrowError } from '../../lib/narrow/terms.ts';
import { PasswordsBusyError } from '../../lib/passwords.ts';
import { clientHeader } from '../../core/sessions/index.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { isRefusedParameter } from '../../db/refused-parameter.ts';
import type { Operations } from '../operations.ts';
import { EndedEarlyError } from '../request/reception.ts';
import { errorCode } from '../../lib/thrown.ts';

/** Set on all responses: prevents browsers from guessing another content type. */
export const noSniffing = ['x-content-type-options', 'nosniff'] as const;

/** The error for parameters that no handler checks, such as keys that are only looked up. SQLite finds nothing for them instead. */
const refusedParameter = 'A parameter contains a character or a number that cannot be stored';

/** The framework's errors that the client causes, by code. */
const ofFramework: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => apiError('requests.body-too-large'),
  FST_ERR_BAD_URL: () => apiError('requests.invalid-path'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => apiError('requests.length-mismatch'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => apiError('requests.invalid-content-type'),
  FST_ERR_MAX_PARAM_LENGTH: () => apiError('requests.not-found'),
};

/** @param scheme by which clients of this path sign in */
export function respondToErrors(
  log: Logger,
  thrown: unknown,
  reply: FastifyReply,
  scheme = getScheme(reply),
): FastifyReply {
  const error = isDisconnect(thrown, reply.request) ? new EndedEarlyError() : thrown;
  const known = toApiError(error);
  if (!known) log.error({ err: error, request: reply.request.id }, 'a request failed');
  // An overflow within a query of ours looks the same.
  if (isRefusedParameter(error))
    log.warn({ err: error, request: reply.request.id }, 'PostgreSQL refused a parameter of a request');
  const refused = known ?? apiError('requests.internal-error');
  const { status, data } = refused;
  if (status === 401) void reply.header('www-authenticate', `${scheme} realm="heddle"`);
  if (typeof data['retry-after'] === 'number')
    void reply.header('retry-after', Math.ceil(data['retry-after']));
  // The rest of the body is not read.
  if (status === 413 || error instanceof EndedEarlyError) void reply.header('connection', 'close');
  return sendApiError(reply, refused);
}

/** With `Basic` a browser would show its own password dialog. */
const getScheme = ({ request }: FastifyReply): string =>
  request.headers[clientHeader] === 'web' ? 'Session' : 'Basic';

/** The client disconnected before all of its request arrived. Connections of ours are reset after that only. */
const isDisconnect = (error: unknown, { raw }: FastifyRequest): boolean =>
  errorCode(error) === 'ECONNRESET' && !raw.complete;

/** Only our own client gets the key: others get the fields that they know. */
function sendApiError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { key, values, code, status, message, data } = error;
  const keyed: KeyedError | undefined =
    reply.request.headers[clientHeader] === 'web' ? { key, values } : undefined;
  return sendError(reply, status, {
    result: 'error',
    msg: message,
    ...data,
    code,
    ...(keyed && { error: keyed }),
  });
}

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof NarrowError) return ofNarrow(error);
  if (error instanceof PasswordsBusyError)
    return apiError(
      'server.signing-in-busy',
      {},
      {
        'retry-after': 1,
      },
    );
  if (error instanceof StoreDownError) return apiError('server.files-unavailable', {}, { 'retry-after': 5 });
  const fault = fileFault(error);
  if (fault) return fault;
  if (isRefusedParameter(error)) return apiError('parameters.invalid', { complaint: refusedParameter });
  const code = errorCode(error);
  return code !== undefined && Object.hasOwn(ofFramework, code) ? ofFramework[code]?.() : undefined;
}

function ofNarrow({ key, message, desc = '' }: NarrowError): ApiError {
  if (key === 'narrow.invalid') return apiError(key, { complaint: message });
  return apiError(key, { what: desc }, { desc });
}

function sendError(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store, private')
    .send(JSON.stringify(body));
}

export function respondToUnknown(app: FastifyInstance, operations: Operations): void {
  app.addHook('onRequest', (request, reply, done) => {
    // No path supports this method, and the framework would throw before calling the handler.
    if (request.method === 'QUERY') respondNotFound(operations, request, reply);
    else done();
  });
  app.setNotFoundHandler((request, reply) => respondNotFound(operations, request, reply));
}

/** 405 if the path supports other methods, 404 otherwise. */
function respondNotFound(operations: Operations, { url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = operations.methodsAt(url);
  if (allowed.length === 0) return sendApiError(reply, apiError('requests.not-found'));
  const refusal = apiError('requests.method-not-allowed', {}, { allowed_methods: allowed });
  return sendApiError(reply.header('allow', allowed.join(', ')), refusal);
}

const malformed: Readonly<Record<string, readonly [status: string, msg: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** A request that cannot be parsed as HTTP gets its response directly on the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, msg] = malformed[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ result: 'error', msg, code: 'BAD_REQUEST' });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    noSniffing.join(': '),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
