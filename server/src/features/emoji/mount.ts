/** GET /static/emoji-names.json: the names of all emoji by code, which apps cache. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { namesByCode } from '../../lib/markdown/emoji/emoji.ts';
import { isFresh } from '../../lib/net/etag.ts';

export const emojiDataPath = '/static/emoji-names.json';

export function mountEmojiData(app: FastifyInstance): void {
  let etag: string | undefined;
  app.get(emojiDataPath, { config: { callers: 'anyone' } }, (request, reply) => {
    // Not cached, since it is large and each client requests it once a day.
    const body = JSON.stringify({ code_to_names: namesByCode() });
    etag ??= `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    void reply.header('etag', etag).header('cache-control', 'public, max-age=86400');
    if (isFresh(request, etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(body);
  });
}
