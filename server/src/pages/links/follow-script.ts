/**
 * GET /static/follow-link.js: the script of pages for anonymous users. It asks the server where a link to a
 * conversation leads, and deletes what the web client kept of a session that has ended.
 */
import type { FastifyInstance } from 'fastify';
import { sessionKeys } from '../../../../wire/session-keys.ts';
import { html } from '../layout/html.ts';

const path = '/static/follow-link.js';

export const script = `(() => {
  try {
    for (const key of ${JSON.stringify(sessionKeys)}) localStorage.removeItem(key);
  } catch {
    // Some browsers have no storage.
  }
  const follow = () => {
    const [, narrow] = /^#narrow\\/(.+)$/.exec(location.hash) ?? [];
    if (narrow !== undefined)
      location.replace('/public/narrow/' + narrow.replaceAll('?', '%3F').replaceAll('#', '%23'));
  };
  addEventListener('hashchange', follow);
  follow();
})();
`;

export const followScript = html`<script src="${path}"></script>`;

export function mountFollowScript(fastify: FastifyInstance): void {
  fastify.get(path, { config: { callers: 'anyone' } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(script),
  );
}
