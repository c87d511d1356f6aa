/** GET /external_content/…: streams an image, video or audio file of another server. Nothing is stored. */
import type { IncomingMessage } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { FetchRefused, guardedOpen } from '../../lib/net/guarded-fetch.ts';
import { limitedNetwork } from '../../lib/net/networks.ts';
import { getForeignSite } from '../../lib/net/foreign-site.ts';
import { Places } from '../../lib/net/places.ts';
import { whenClosed } from '../../http/response/when-closed.ts';
import { linkedPrefix, mediumAt } from './address.ts';

/** Without SVG, which may contain scripts. */
const kinds =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|tiff)|video\/(?:mp4|webm|quicktime)|audio\/[\w.+-]+)$/;
const mebibyte = 1024 * 1024;
const largestPicture = 20 * mebibyte;
const largestOther = 200 * mebibyte;
/**
 * Concurrent requests, so that slow servers elsewhere hold a bounded number of connections; further ones are refused. A page with many GIFs
 * asks one service for 24 previews.
 */
const mostAtOnce = { all: 128, site: 32, network: 64 };
const responseTimeoutMs = 10_000;
const longestSilenceMs = 20_000;
const keptSeconds = 24 * 3600;

type ProxyContext = Pick<AppContext, 'secrets'> & { config: Pick<Config, 'reachableNetworks'> };

export function mountMediaProxy(fastify: FastifyInstance, app: ProxyContext): void {
  const places = new Places(mostAtOnce);
  fastify.get<{ Params: { '*': string } }>(
    `${linkedPrefix}*`,
    { config: { callers: 'secret' } },
    async (request, reply) => {
      const url = mediumAt(app.secrets, request.params['*']);
      if (url === undefined) throw notThere();
      const leave = places.take({ site: getForeignSite(url), network: limitedNetwork(request.ip) });
      if (!leave) throw apiError('server.fetching-busy', {}, { 'retry-after': 1 });
      whenClosed(reply.raw, leave);
      return pass(await open(app, url, request), reply);
    },
  );
}

const notThere = (): ApiError => apiError('uploads.no-such-media');

async function open(app: ProxyContext, url: string, request: FastifyRequest): Promise<IncomingMessage> {
  const { range } = request.headers;
  try {
    return await guardedOpen(url, {
      method: 'GET',
      headers: {
        accept: 'image/*, video/*, audio/*',
        ...(range !== undefined && /^bytes=\d*-\d*$/.test(range) ? { range } : {}),
      },
      reachable: app.config.reachableNetworks,
      timeoutMs: responseTimeoutMs,
    });
  } catch (error) {
    if (error instanceof FetchRefused) throw notThere();
    throw error;
  }
}

const passedOn = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'last-modified',
] as const;

function pass(response: IncomingMessage, reply: FastifyReply): FastifyReply {
  const { statusCode, headers } = response;
  const kind = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const largest = kind.startsWith('image/') ? largestPicture : largestOther;
  const isShown =
    (statusCode === 200 || statusCode === 206) &&
    kinds.test(kind) &&
    (headers['content-encoding'] ?? 'identity') === 'identity' &&
    Number(headers['content-length'] ?? 0) <= largest;
  if (!isShown) {
    response.destroy();
    throw notThere();
  }
  response.setTimeout(longestSilenceMs, () => response.destroy());
  for (const name of passedOn) {
    const value = headers[name];
    if (value !== undefined) void reply.header(name, value);
  }
  const body = pipeline(response, noMoreThan(largest), () => undefined);
  return reply
    .code(statusCode)
    .header('cache-control', `private, max-age=${keptSeconds}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(body);
}

/** Aborts where a server sends more than it declared, or declared nothing. */
function noMoreThan(largest: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > largest) done(new Error('It is too large.'));
      else done(null, chunk);
    },
  });
}
