/** GET /robots.txt: what crawlers may fetch of an organization. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { isListed } from '../../core/spectators/index.ts';
import { getSite } from '../../http/site.ts';
import { sitemapPath } from './sitemap.ts';

/** Public pages and their images. Sign-in, client and API must not be indexed. */
const listed = [
  '/$',
  '/public/',
  '/user_uploads/',
  '/avatar/',
  '/static/',
  '/assets/',
  '/external_content/',
  '/sitemap',
];

export function mountRobots(fastify: FastifyInstance, app: AppContext): void {
  fastify.get('/robots.txt', { config: { callers: 'anyone' } }, (request, reply) =>
    sendRobots(app, request, reply),
  );
}

async function sendRobots(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { orgId, origin } = getSite(app, request);
  const isOpen = orgId !== 0 && isListed(app.config, await app.organizations.cache(orgId));
  return reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(isOpen ? formatRules(origin) : nothing);
}

const nothing = 'User-agent: *\nDisallow: /\n';

const formatRules = (origin: string): string =>
  [
    'User-agent: *',
    ...listed.map((path) => `Allow: ${path}`),
    // Searches are unlimited in number, and news are only for open pages.
    'Disallow: /public/search',
    'Disallow: /public/news/',
    'Disallow: /',
    '',
    `Sitemap: ${origin}${sitemapPath}`,
    '',
  ].join('\n');
