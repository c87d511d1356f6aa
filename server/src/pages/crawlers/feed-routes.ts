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
  type RecentMessage,
  messagePath,
  publicContent,
  publicContext,
  publicName,
} from '../../core/spectators/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { textsFor } from '../layout/language.ts';
import { topicName } from '../public/formats.ts';
import { beginVisit, measured, notFound, type CrawlerRequest } from './crawler-request.ts';
import { pathParam } from '../../http/request/values.ts';
import { type Xml, xml, xmlDocument } from './sitemap.ts';
import { isFresh } from '../../lib/net/etag.ts';

type Find = (visit: CrawlerRequest, id: number, t: Texts) => Promise<Feed | undefined>;

export function mountFeeds(fastify: FastifyInstance, app: AppContext): void {
  const config = { callers: 'visitors' } as const;
  fastify.get('/public/feed/channel/:id', { config }, (request, reply) =>
    sendFeed(app, request, reply, feedOfChannel),
  );
  fastify.get('/public/feed/topic/:id', { config }, (request, reply) =>
    sendFeed(app, request, reply, feedOfTopic),
  );
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
  if (isFresh(request, etag)) return reply.code(304).send();
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

// Atom feeds of channels and topics: their newest messages.

const mostEntries = 50;

/** Total characters of HTML: a feed with long messages contains fewer of them. */
const mostCharacters = 1_000_000;

interface Feed {
  /** Suffix of the feed's tag URI, after the part of the organization. */
  name: string;
  title: string;
  /** Paths of the feed itself, and of its page. */
  self: string;
  page: string;
  /** Milliseconds since 1970. */
  since: number;
  messages: readonly RecentMessage[];
}

function atomFeed(visit: CrawlerRequest, t: Texts, feed: Feed): string {
  const { cache, origin } = visit;
  const updated = Math.max(feed.since, ...feed.messages.map(lastChange));
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${t.language}">
<id>${tagUri(visit, feed.name)}</id>
<title>${feed.title}</title>
<subtitle>${cache.organization.name}</subtitle>
<updated>${isoTime(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${origin}${feed.self}"/>
<link rel="alternate" type="text/html" href="${origin}${feed.page}"/>
<author><name>${cache.organization.name}</name></author>
<generator>Heddle</generator>
${entries(visit, t, feed.messages)}</feed>
`);
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
const lastChange = ({ sentAt, editedAt }: RecentMessage): number => editedAt ?? sentAt;

/** Stable through renames and moves: consists of the host, the creation date of the organization, and an id. */
function tagUri({ cache, origin }: CrawlerRequest, name: string): string {
  const day = isoTime(cache.organization.createdAt).slice(0, 10);
  return `tag:${new URL(origin).hostname},${day}:${name}`;
}

function entries(visit: CrawlerRequest, t: Texts, messages: readonly RecentMessage[]): Xml[] {
  const { app, cache, origin } = visit;
  const context = publicContext(app, cache, t.language, origin);
  const made: Xml[] = [];
  let characters = 0;
  for (const message of messages) {
    const content = publicContent(message.rendered, context);
    characters += content.length;
    if (characters > mostCharacters && made.length > 0) break;
    made.push(entry(visit, t, message, content));
  }
  return made;
}

function entry(visit: CrawlerRequest, t: Texts, message: RecentMessage, content: string): Xml {
  const { app, cache, origin } = visit;
  const sender = cache.users.get(message.senderId);
  const author = sender ? publicName(app, cache, sender) : '…';
  return xml`<entry>
<id>${tagUri(visit, `message/${message.id}`)}</id>
<title>${topicName(t, message.topic).name} · ${author}</title>
<published>${isoTime(message.sentAt)}</published>
<updated>${isoTime(lastChange(message))}</updated>
<author><name>${author}</name></author>
<link rel="alternate" type="text/html" href="${origin}${messagePath(message.id)}"/>
<content type="html">${content}</content>
</entry>
`;
}
