/**
 * GET /public/narrow/...: resolves links to conversations (`/#narrow/...`). Browsers do not send the fragment, so
 * a script on the pages for anonymous users requests this; links in public messages point here directly.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { guard } from '../layout/layout.ts';
import { safeNext } from '../next.ts';
import { resolveViewer } from '../viewer.ts';
import { readNarrow } from './linked-place.ts';
import { findPublicPage } from './public-page.ts';

const prefix = '/public/narrow/';

export function mountNarrowLinks(fastify: FastifyInstance, app: AppContext): void {
  fastify.get(`${prefix}*`, { config: { callers: 'visitors' } }, (request, reply) =>
    follow(app, request, reply),
  );
}

async function follow(app: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const narrow = request.url.slice(prefix.length);
  const inClient = safeNext(`/#narrow/${narrow}`);
  if (viewer.me) return guard(reply).redirect(inClient, 303);
  const page = await findPublicPage(app, viewer.cache, request.ip, readNarrow(narrow));
  return guard(reply).redirect(page ?? `/login?next=${encodeURIComponent(inClient)}`, 303);
}
