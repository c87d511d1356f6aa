/** Public pages of web-public channels, for spectators. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { isListed, openChannels, publicChanges, spectatorBudget } from '../../core/spectators/index.ts';
import { textsFor } from '../layout/language.ts';
import { guard } from '../layout/layout.ts';
import { knownSite } from '../viewer.ts';
import { sendResponse, type PublicResponse } from './response.ts';
import { findChannel, findHome, findMessage, findTopic } from './find.ts';
import { publicFrame } from './frame.ts';
import { findNews } from './news.ts';
import { mountPublicScript } from './script.ts';
import { findResults } from './search.ts';
import type { Find } from './page-request.ts';
import { ApiError } from '../../lib/errors.ts';

// Public pages are served within the budget of spectators.

/** Computes the response within the budget of spectators. */
async function withinPageBudget(
  app: AppContext,
  ip: string,
  find: () => Promise<PublicResponse>,
): Promise<PublicResponse> {
  const budget = spectatorBudget(app);
  try {
    budget.count('page', ip, performance.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'busy', seconds: Math.ceil(Number(error.data['retry-after'])) };
  }
  budget.begin(performance.now());
  try {
    return await find();
  } finally {
    budget.end(performance.now());
  }
}

export function mountPublicPages(fastify: FastifyInstance, app: AppContext): void {
  mountPublicScript(fastify);
  const serve = (path: string, find: Find) =>
    fastify.get(path, (request, reply) => respond(app, request, reply, find));
  serve('/public/channel/:channel', findChannel);
  serve('/public/topic/:topic', findTopic);
  serve('/public/message/:message', findMessage);
  serve('/public/news/:topic', findNews);
  serve('/public/search', findResults);
  serve('/public/*', () => Promise.resolve({ kind: 'missing' }));
}

async function respond(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  find: Find,
): Promise<FastifyReply> {
  const since = publicChanges(app).observe();
  const site = knownSite(app, request, reply);
  if (site === undefined) return reply;
  if (site.orgId === 0) return guard(reply).redirect('/choose', 303);
  const cache = await app.organizations.cache(site.orgId);
  const frame = publicFrame(textsFor(request, cache), cache, site.origin);
  if (!isListed(app.config, cache)) void reply.header('x-robots-tag', 'noindex');
  const found = await withinPageBudget(app, request.ip, () => find({ app, request, cache, frame, since }));
  return sendResponse(request, reply, frame, found);
}

/** Whether there is a start page for spectators. */
export const hasPublicHome = ({ config }: AppContext, cache: OrganizationCache): boolean =>
  openChannels(config, cache).length > 0;

export const showPublicHome = (
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => respond(app, request, reply, findHome);
