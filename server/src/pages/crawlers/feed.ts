/** Atom feeds of channels and topics: their newest messages. */
import {
  type RecentMessage,
  messagePath,
  publicContent,
  publicContext,
  publicName,
} from '../../core/spectators/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { topicName } from '../public/formats.ts';
import type { CrawlerRequest } from './crawler-request.ts';
import { type Xml, xml, xmlDocument } from './xml.ts';

export const mostEntries = 50;

/** Total characters of HTML: a feed with long messages contains fewer of them. */
const mostCharacters = 1_000_000;

export interface Feed {
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

export function atomFeed(visit: CrawlerRequest, t: Texts, feed: Feed): string {
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
