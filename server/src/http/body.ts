/** Bodies as parameters: forms and multipart forms, bounded. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { apiError } from '../lib/errors.ts';
import { bodyLimits } from './limits.ts';
import { setParam, type RawParams } from './params.ts';
import { parseMultipart } from './multipart.ts';
import { notUtf8, getText } from './utf8.ts';

export function acceptForms(fastify: FastifyInstance, app: AppContext): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => settle(done, () => parseForm(getText(body as Buffer))),
  );
  fastify.addContentTypeParser(
    'multipart/form-data',
    (request: FastifyRequest, payload: NodeJS.ReadableStream) => parseMultipart(app, request, payload),
  );
  discardFiles(fastify, app);
  // Whatever else is sent has no parameters in it; it is read and dropped.
  fastify.addContentTypeParser(
    /^application\/(?:[^;]+\+)?json\b/,
    { parseAs: 'buffer' },
    (_request, body, done) =>
      settle(done, () => {
        getText(body as Buffer);
        return new Map<string, string>();
      }),
  );
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, new Map()));
}

function settle(done: (error: Error | null, params?: RawParams) => void, parse: () => RawParams): void {
  let params: RawParams;
  try {
    params = parse();
  } catch (error) {
    return done(error as Error);
  }
  done(null, params);
}

/** What nobody took while the request was handled: it was refused, or is for an operation that takes no files. */
function discardFiles(fastify: FastifyInstance, { files: { incoming } }: AppContext): void {
  fastify.addHook('onSend', async ({ files }) => {
    for (const { file } of files) if (file) await incoming.discard(file.path);
  });
}

export function parseForm(text: string): RawParams {
  const params: RawParams = new Map();
  if (text === '') return params;
  for (const pair of text.split('&')) {
    if (params.size >= bodyLimits.fields) throw apiError('requests.too-many-parameters');
    const equals = pair.indexOf('=');
    if (equals < 0) setParam(params, decode(pair), '');
    else setParam(params, decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
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
    throw notUtf8('A parameter');
  }
}
