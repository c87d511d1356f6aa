/**
 * GET /avatar/{user_id}: the picture that the server draws for someone. It follows from the id alone and is drawn for
 * every id, so that nothing is told of who exists; apps that ask without signing in get it too.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/errors.ts';
import { drawAvatar, type AvatarSize } from './draw.ts';

/** COMPAT(mobile apps): they make the larger picture's address from `avatar_url`, by this ending or by `/medium`. */
const form = /^(\d{1,15})(?:(\/medium|-medium\.png)|\.png)?$/;

const year = 31_536_000;
const day = 86_400;

export function mountAvatars(app: FastifyInstance): void {
  const cache = new Map<string, Buffer>();
  app.get('/avatar/*', (request, reply) => {
    const [, id, medium] = form.exec((request.params as { '*': string })['*']) ?? [];
    if (id === undefined) throw new ApiError('NOT_FOUND', 'Not found');
    const size = medium === undefined ? 'small' : 'medium';
    const { version } = request.query as { version?: string };
    const etag = etagOf(id, size);
    void reply
      .header('etag', etag)
      // The version in an address changes with the picture, so that one with a version never becomes stale.
      .header(
        'cache-control',
        version === undefined ? `public, max-age=${day}` : `public, max-age=${year}, immutable`,
      );
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .header('content-type', 'image/png')
      .header('x-content-type-options', 'nosniff')
      .send(drawn(cache, Number(id), size));
  });
}

/** Grows when the same id is drawn differently. */
const drawing = 1;

const etagOf = (id: string, size: AvatarSize): string =>
  `"${createHash('sha256').update(`${drawing} ${id} ${size}`).digest('base64url').slice(0, 22)}"`;

/** Pictures at hand: about a quarter of a mebibyte. */
const mostCached = 512;

function drawn(cache: Map<string, Buffer>, id: number, size: AvatarSize): Buffer {
  const key = `${id} ${size}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= mostCached) cache.clear();
  const png = drawAvatar(id, size);
  cache.set(key, png);
  return png;
}
