/** The pages of open channels, for people without an account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { Db } from '../../db/db.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import {
  countBefore,
  isListed,
  leadingId,
  openChannel,
  openChannels,
  type PublicTopic,
  topicOfMessage,
  topicPath,
} from '../../core/spectators/index.ts';
import { textsFor } from '../language.ts';
import { knownSite } from '../viewer.ts';
import { type Answer, moved, pageAnswer, sendAnswer } from './answer.ts';
import { withinPageBudget } from './budget.ts';
import { pathOfChannel, publicChannel } from './channel.ts';
import { type PublicFrame, publicFrame } from './frame.ts';
import { publicHome } from './home.ts';
import { pageNumber } from './pager.ts';
import { messagesPerPage, publicTopic } from './topic.ts';

interface Visit {
  app: AppContext;
  request: FastifyRequest;
  cache: OrganizationCache;
  frame: PublicFrame;
}

type Find = (visit: Visit) => Promise<Answer>;

export function mountPublicPages(fastify: FastifyInstance, app: AppContext): void {
  const serve = (path: string, find: Find) =>
    fastify.get(path, (request, reply) => answer(app, request, reply, find));
  serve('/public/channel/:channel', findChannel);
  serve('/public/topic/:topic', findTopic);
  serve('/public/message/:message', findMessage);
  serve('/public/*', () => Promise.resolve({ kind: 'missing' }));
}

async function answer(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  find: Find,
): Promise<FastifyReply> {
  const site = knownSite(app, request, reply);
  if (site === undefined) return reply;
  const cache = await app.organizations.cache(site.orgId);
  const frame = publicFrame(textsFor(request, cache), cache, site.origin);
  if (!isListed(app.config, cache)) void reply.header('x-robots-tag', 'noindex');
  const found = await withinPageBudget(app, request.ip, () => find({ app, request, cache, frame }));
  return sendAnswer(reply, frame, found);
}

/** Whether somebody who is not signed in has a start page to read. */
export const hasPublicHome = ({ config }: AppContext, cache: OrganizationCache): boolean =>
  openChannels(config, cache).length > 0;

export const showPublicHome = (
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> =>
  answer(app, request, reply, async ({ cache, frame }) => pageAnswer(await publicHome(app, cache, frame)));

async function findChannel({ app, request, cache, frame }: Visit): Promise<Answer> {
  const page = pageNumber(request.query);
  const id = leadingId(getParam(request, 'channel'));
  const channel = id === undefined ? undefined : openChannel(app, cache, id);
  if (!channel || page === undefined) return { kind: 'missing' };
  const path = pathOfChannel(channel, page);
  return isAt(request, path) ? pageAnswer(await publicChannel(app, frame, channel, page)) : moved(path);
}

/** Any message names the topic that it is in now; the address is that of the topic's first. */
async function findTopic({ app, request, cache, frame }: Visit): Promise<Answer> {
  const page = pageNumber(request.query);
  const id = leadingId(getParam(request, 'topic'));
  const topic = id === undefined ? undefined : await topicOfMessage(app, cache, id);
  if (!topic || page === undefined) return { kind: 'missing' };
  const path = topicPath(topic.firstMessageId, topic.name, page);
  return isAt(request, path) ? pageAnswer(await publicTopic(app, frame, topic, page)) : moved(path);
}

async function findMessage({ app, request, cache }: Visit): Promise<Answer> {
  const segment = getParam(request, 'message');
  const id = leadingId(segment);
  const topic = id === undefined || String(id) !== segment ? undefined : await topicOfMessage(app, cache, id);
  if (!topic || id === undefined) return { kind: 'missing' };
  return moved(await pathInTopic(app.db.read, topic, id), 302);
}

/** Where a message stands on the pages of its topic. */
async function pathInTopic(db: Db, topic: PublicTopic, id: number): Promise<string> {
  const page = Math.floor((await countBefore(db, topic, id)) / messagesPerPage) + 1;
  return `${topicPath(topic.firstMessageId, topic.name, page)}#message-${id}`;
}

const getParam = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? '';

/** However the words in it are escaped, and whatever else is asked beside the page. */
function isAt({ url }: FastifyRequest, path: string): boolean {
  const [at = '', query = ''] = url.split('?', 2);
  const [wanted = '', wantedQuery = ''] = path.split('?', 2);
  const pageOf = (text: string) => new URLSearchParams(text).get('page');
  return decode(at) === decode(wanted) && pageOf(query) === pageOf(wantedQuery);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
