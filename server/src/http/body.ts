/** Bodies as parameters: forms and multipart forms, bounded. */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';
import type { RawParams } from './params.ts';

export const bodyLimits = { bytes: 2 * 1024 * 1024, fields: 1000 } as const;

export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, parseForm(body as string));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: NodeJS.ReadableStream) =>
    parseMultipart(request, payload),
  );
  // Whatever else is sent has no parameters in it; it is read and dropped.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, new Map()));
}

export function parseForm(text: string): RawParams {
  const params: RawParams = new Map();
  if (text === '') return params;
  for (const pair of text.split('&')) {
    if (params.size >= bodyLimits.fields) throw new ApiError('PAYLOAD_TOO_LARGE', 'Too many parameters.');
    const equals = pair.indexOf('=');
    if (equals < 0) params.set(decode(pair), '');
    else params.set(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
  }
  params.delete('');
  return params;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new ApiError('BAD_REQUEST', 'A parameter is not valid UTF-8.');
  }
}

function parseMultipart(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<RawParams> {
  const { promise, resolve, reject } = Promise.withResolvers<RawParams>();
  const params: RawParams = new Map();
  const refuse = (message: string) => reject(new ApiError('PAYLOAD_TOO_LARGE', message));
  const contentType = request.headers['content-type'] ?? '';
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: {
        fields: bodyLimits.fields,
        fieldSize: bodyLimits.bytes,
        parts: bodyLimits.fields,
        headerPairs: 100,
      },
    });
  } catch {
    throw new ApiError('BAD_REQUEST', 'The multipart body has no valid boundary.');
  }
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) refuse('The request body is too large.');
    params.set(name, value);
  });
  parser.on('file', (_name, file) => file.resume());
  parser.on('fieldsLimit', () => refuse('Too many parameters.'));
  parser.on('partsLimit', () => refuse('Too many parameters.'));
  parser.on('finish', () => resolve(params));
  parser.on('error', () => reject(new ApiError('BAD_REQUEST', 'The multipart body is not well formed.')));
  payload.on('aborted', () => reject(new ApiError('BAD_REQUEST', 'The request ended early.')));
  payload.pipe(parser);
  return promise;
}
