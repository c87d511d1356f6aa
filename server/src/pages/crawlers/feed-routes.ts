/** GET /public/feed/channel/ID and /public/feed/topic/ID. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import {
  channelFeedPath,
  channelPath,
  isListed,
  leadingId,
  newestOfChannel,
  newestOfTopic,
  openChannel,
  topicFeedPath,
  topicOfMessage,
  topicPath,
} from '../../core/spectators/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { textsFor } from '../layout/language.ts';
import { topicName } from '../public/formats.ts';
import { atomFeed, mostEntries, type Feed } from './feed.ts';
import { beginVisit, measured, notFound, type CrawlerRequest } from './crawler-request.ts';
import { pathParam } from '../../http/request/values.ts';

type Find = (visit: CrawlerRequest, id: number, t: Texts) => Promise<Feed | undefined>;

export function mountFeeds(fastify: FastifyInstance, app: AppContext): void {
  fastify.get('/public/feed/channel/:id', (request, reply) => sendFeed(app, request, reply, feedOfChannel));
  fastify.get('/public/feed/topic/:id', (request, reply) => sendFeed(app, request, reply, feedOfTopic));
}

async function sendFeed(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  find: Find,
): Promise<FastifyReply> {
  const visit = await beginVisit(app, request);
  const t = textsFor(request, visit.cache);
  const id = leadingId(pathParam(request, 'id'));
  const text = await measured(app, async () => {
    const feed = id === undefined ? undefined : await find(visit, id, t);
    return feed && atomFeed(visit, t, feed);
  });
  if (text === undefined) throw notFound();
  if (!isListed(app.config, visit.cache)) void reply.header('x-robots-tag', 'noindex');
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'Accept-Language');
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/atom+xml; charset=utf-8').send(text);
}

async function feedOfChannel({ app, cache }: CrawlerRequest, id: number): Promise<Feed | undefined> {
  const channel = openChannel(app, cache, id);
  if (!channel) return undefined;
  return {
    name: `channel/${id}`,
    title: `#${channel.name}`,
    self: channelFeedPath(channel),
    page: channelPath(channel),
    since: channel.createdAt,
    messages: await newestOfChannel(app.db.read, channel, mostEntries),
  };
}

/** Any message identifies the topic; the feed is named by the first one. */
async function feedOfTopic({ app, cache }: CrawlerRequest, id: number, t: Texts): Promise<Feed | undefined> {
  const topic = await topicOfMessage(app, cache, id);
  if (!topic) return undefined;
  const { firstMessageId, channel } = topic;
  return {
    name: `topic/${firstMessageId}`,
    title: `${topicName(t, topic.name).name} · #${channel.name}`,
    self: topicFeedPath(firstMessageId),
    page: topicPath(firstMessageId, topic.name),
    since: topic.lastActivity,
    messages: await newestOfTopic(app.db.read, topic, mostEntries),
  };
}
