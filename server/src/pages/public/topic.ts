/** The page of a topic: its messages in order, with lines between days. */
import type { AppContext } from '../../core/context/index.ts';
import {
  channelPath,
  messagesOfTopic,
  publicContext,
  topicFeedPath,
  topicPath,
  type PublicTopic,
} from '../../core/spectators/index.ts';
import { html } from '../html.ts';
import { feedLink, type PublicFrame, renderPublicPage } from './frame.ts';
import { loadExtras, messageList } from './messages.ts';
import { type Pager, pagerLinks, pagerNav } from './pager.ts';
import { topicName } from './words.ts';

export const messagesPerPage = 200;

/** `undefined` for a page behind the last. */
export async function publicTopic(
  app: Pick<AppContext, 'db' | 'secrets'>,
  frame: PublicFrame,
  topic: PublicTopic,
  page: number,
): Promise<string | undefined> {
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
  const { name, isResolved } = topicName(t, topic.name);
  const words = { previous: t('public.previous'), next: t('public.next') };
  const extras = await loadExtras(app.db.read, messages);
  const at = messages.at(-1)?.id ?? topic.firstMessageId;
  const next = `/channel/${topic.channel.id}/topic/${encodeTopic(topic.name)}/near/${at}`;
  return renderPublicPage(frame, {
    title: `${name} · #${topic.channel.name} · ${place.name}`,
    canonical: topicPath(topic.firstMessageId, topic.name, page),
    head: [pagerLinks(pager), feedLink(topicFeedPath(topic.firstMessageId), name)],
    next,
    body: html`<p class="where"><a href="${channelPath(topic.channel)}">#${topic.channel.name}</a></p>
      <h1 dir="auto">
        ${isResolved ? html`<span class="resolved" role="img" aria-label="${t('public.resolved')}">✔</span> ` : null}${name}
      </h1>
      ${pagerNav(t, pager, words)}
      ${messageList({ app, t, cache, context: publicContext(app, cache, t.language), extras }, messages)}
      ${pagerNav(t, pager, words)}
      <p class="answer">
        <a class="button" href="/login?next=${encodeURIComponent(next)}">${t('public.answer')}</a>
      </p>`,
  });
}

/** As the client writes it: browsers take `.` and `..` out of paths however they are written, hence the tilde. */
const encodeTopic = (topic: string): string => encodeURIComponent(topic.replace(/^[.~]/, '~$&'));
