/** Images in rendered messages: the server's own emoji, and the placeholder of pending thumbnails. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { loadingImage } from '../../lib/markdown/previews.ts';
import { drawnIcon } from '../pictures/index.ts';

const ownEmoji = [
  '/static/emoji/heddle.png',
  '/static/emoji/zulip.png',
  // COMPAT(zulip apps): they ask for the extra emoji at this address.
  '/static/generated/emoji/images/emoji/unicode/zulip.png',
];

/** A spinner. */
const loader =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">' +
  '<circle cx="16" cy="16" r="12" fill="none" stroke="#000" stroke-width="4" stroke-dasharray="56 20">' +
  '<animateTransform attributeName="transform" type="rotate" from="0 16 16" to="360 16 16" dur="1s" ' +
  'repeatCount="indefinite"/></circle></svg>';

export function mountPictures(app: FastifyInstance): void {
  for (const path of ownEmoji)
    app.get(path, { config: { limit: 'cheap', callers: 'anyone' } }, (_request, reply) =>
      send(reply, 'image/png', drawnIcon()),
    );
  app.get(loadingImage, { config: { callers: 'anyone' } }, (_request, reply) =>
    send(reply, 'image/svg+xml', loader),
  );
}

const send = (reply: FastifyReply, type: string, body: Buffer | string) =>
  reply.header('content-type', type).header('cache-control', 'public, max-age=86400').send(body);
