/** The page of a topic: its messages in order, with lines between days. */
import { limits } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import {
  channelPath,
  messagesOfTopic,
  publicContext,
  topicFeedPath,
  topicPath,
  type PublicMessage,
  type PublicTopic,
  messagePath,
  publicName,
} from '../../core/spectators/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html } from '../layout/html.ts';
import { feedLink, type PublicFrame, renderPublicPage, signInPath, jsonLd } from './frame.ts';
import {
  hiddenWords,
  loadExtras,
  loadPinned,
  messageList,
  type MessageView,
  messageWords,
  senderName,
} from './messages.ts';
import { type Pager, pagerLinks, pagerNav } from './channel.ts';
import { topicName } from './formats.ts';

// Describes a topic in the schema.org vocabulary.

/** Messages after the first one. */
const mostComments = 10;
const longestText = 2000;
const longestComment = 200;

interface Discussion {
  title: string;
  /** Absolute URL. */
  url: string;
  origin: string;
}

function discussionData(
  view: MessageView,
  { title, url, origin }: Discussion,
  messages: readonly PublicMessage[],
): Html | null {
  const [first, ...others] = messages;
  if (!first) return null;
  return jsonLd({
    '@type': 'DiscussionForumPosting',
    headline: title,
    url,
    ...posting(view, first, longestText),
    comment: others.slice(0, mostComments).map((message) => ({
      '@type': 'Comment',
      url: origin + messagePath(message.id),
      ...posting(view, message, longestComment),
    })),
  });
}

function posting(view: MessageView, message: PublicMessage, longest: number) {
  const { app, cache } = view;
  const sender = cache.users.get(message.senderId);
  const text = messageWords(view, message, longest);
  return {
    ...(text !== '' && { text }),
    datePublished: new Date(message.sentAt).toISOString(),
    ...(message.editedAt !== null && { dateModified: new Date(message.editedAt).toISOString() }),
    author: { '@type': 'Person', name: sender ? publicName(app, cache, sender) : '' },
  };
}

export const messagesPerPage = 200;

interface TopicPage {
  html: string;
  messageIds: readonly number[];
  /** Texts of the messages, for the search index of an export. */
  words: () => Iterable<{ id: number; sender: string; sentAt: number; text: string; hidden: string }>;
}

/** Undefined after the last page. */
export async function publicTopic(
  app: Pick<AppContext, 'db' | 'secrets'>,
  frame: PublicFrame,
  topic: PublicTopic,
  page: number,
): Promise<TopicPage | undefined> {
  const { t, cache, place } = frame;
  const offset = (page - 1) * messagesPerPage;
  const found = await messagesOfTopic(app.db.read, topic, { limit: messagesPerPage + 1, offset });
  if (found.length === 0) return undefined;
  const messages = found.slice(0, messagesPerPage);
  const pager: Pager = {
    page,
    previous: page > 1 ? topicPath(topic.firstMessageId, topic.name, page - 1) : undefined,
    next: found.length > messagesPerPage ? topicPath(topic.firstMessageId, topic.name, page + 1) : undefined,
  };
  const extras = await loadExtras(app.db.read, messages);
  if (frame.isOffline === true) extras.pinned = await loadPinned(app.db.read, cache, messages);
  const view = { app, t, cache, context: publicContext(app, cache, t.language), extras };
  const { name } = topicName(t, topic.name);
  const last = messages.at(-1)?.id ?? topic.firstMessageId;
  const next = addressInClient(topic, last);
  const canonical = topicPath(topic.firstMessageId, topic.name, page);
  const about = { title: name, url: frame.origin + canonical, origin: frame.origin };
  const text = renderPublicPage(frame, {
    title: `${name} · #${topic.channel.name} · ${place.name}`,
    canonical,
    description: messages[0] ? messageWords(view, messages[0]) : '',
    kind: 'article',
    head: [
      pagerLinks(pager),
      feedLink(topicFeedPath(topic.firstMessageId), name),
      discussionData(view, about, messages),
    ],
    next,
    body: html`${heading(t, topic)} ${nav(t, pager)} ${messageList(view, messages)} ${nav(t, pager)}
      <noscript><p class="quiet small">${t('public.utc')}</p></noscript>
      ${frame.isOffline === true ? null : html`${newsLine(topic, pager, last)} ${answerLink(t, next)}`}`,
  });
  return { html: text, messageIds: messages.map(({ id }) => id), words: () => messageTexts(view, messages) };
}

const messageTexts = (view: MessageView, messages: readonly PublicMessage[]) =>
  messages.map((message) => ({
    id: message.id,
    sentAt: message.sentAt,
    sender: senderName(view, message),
    text: messageWords(view, message, limits.messageLength),
    hidden: hiddenWords(view, message),
  }));

const answerLink = (t: Texts, next: string): Html =>
  html`<p class="answer"><a class="button" href="${signInPath(next)}">${t('public.answer')}</a></p>`;

const nav = (t: Texts, pager: Pager): Html | null =>
  pagerNav(t, pager, { previous: t('public.previous'), next: t('public.next') });

function heading(t: Texts, { channel, name: topic }: PublicTopic): Html {
  const { name, isResolved } = topicName(t, topic);
  const mark = html`<span class="resolved" role="img" aria-label="${t('public.resolved')}">✔</span> `;
  return html`<p class="where"><a href="${channelPath(channel)}">#${channel.name}</a></p>
    <h1 dir="auto">${isResolved ? mark : null}${name}</h1>`;
}

/** Where the script announces new messages, which only appear on the last page. */
function newsLine({ firstMessageId }: PublicTopic, { next }: Pager, last: number): Html | null {
  if (next !== undefined) return null;
  return html`<p class="news" role="status" data-news="/public/news/${firstMessageId}?after=${last}"></p>`;
}

const addressInClient = ({ channel, name }: PublicTopic, messageId: number): string =>
  `/channel/${channel.id}/topic/${encodeTopic(name)}/near/${messageId}`;

/** Like the client: the tilde escapes `.` and `..`, which browsers resolve even if percent-encoded. */
const encodeTopic = (topic: string): string => encodeURIComponent(topic.replace(/^[.~]/, '~$&'));
