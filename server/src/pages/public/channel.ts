/** The page of a channel: its topics by last activity. */
import type { AppContext } from '../../core/context/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import {
  channelFeedPath,
  channelPath,
  newestTopics,
  publicContent,
  publicContext,
  type PublicTopic,
  topicPath,
} from '../../core/spectators/index.ts';
import { html, Html } from '../layout/html.ts';
import { feedLink, type PublicFrame, renderPublicPage, openText } from './frame.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { timeElement, topicName } from './formats.ts';
import { isObject } from '../../lib/objects.ts';

const topicsPerPage = 100;

/** Undefined after the last page. */
export async function publicChannel(
  app: Pick<AppContext, 'db' | 'secrets'>,
  frame: PublicFrame,
  channel: Channel,
  page: number,
): Promise<string | undefined> {
  const found = await newestTopics(app.db.read, channel, {
    limit: topicsPerPage + 1,
    offset: (page - 1) * topicsPerPage,
  });
  if (found.length === 0 && page > 1) return undefined;
  const pager: Pager = {
    page,
    previous: page > 1 ? pathOfChannel(channel, page - 1) : undefined,
    next: found.length > topicsPerPage ? pathOfChannel(channel, page + 1) : undefined,
  };
  const { t, cache, place } = frame;
  return renderPublicPage(frame, {
    title: `#${channel.name} · ${place.name}`,
    canonical: pathOfChannel(channel, page),
    description: openText(publicContent(channel.renderedDescription, publicContext(app, cache, t.language))),
    head: [pagerLinks(pager), feedLink(channelFeedPath(channel), `#${channel.name}`)],
    next: `/channel/${channel.id}`,
    body: html`<h1>#${channel.name}</h1>
      ${description(app, frame, channel)} ${topicList(t, found.slice(0, topicsPerPage))}
      ${pagerNav(t, pager, { previous: t('public.newer'), next: t('public.older') })}`,
  });
}

export const pathOfChannel = (channel: Channel, page: number): string =>
  `${channelPath(channel)}${page > 1 ? `?page=${page}` : ''}`;

function description(
  app: Pick<AppContext, 'secrets'>,
  { t, cache }: PublicFrame,
  { renderedDescription }: Channel,
): Html | null {
  if (renderedDescription.trim() === '') return null;
  const text = publicContent(renderedDescription, publicContext(app, cache, t.language));
  return html`<div class="about">${new Html(text)}</div>`;
}

// The list of topics on the start page and on pages of channels.

export function topicList(t: Texts, topics: readonly PublicTopic[]): Html {
  if (topics.length === 0) return html`<p class="quiet">${t('public.noTopics')}</p>`;
  return html`<ul class="topics">
    ${topics.map((topic) => topicRow(t, topic))}
  </ul>`;
}

function topicRow(t: Texts, topic: PublicTopic): Html {
  const { name, isResolved } = topicName(t, topic.name);
  return html`<li>
    <a href="${topicPath(topic.firstMessageId, topic.name)}">
      ${isResolved ? html`<span class="resolved" role="img" aria-label="${t('public.resolved')}">✔</span>` : null}
      <span class="name" dir="auto">${name}</span>
      ${timeElement(t.language, 'date', topic.lastActivity)}
    </a>
  </li>`;
}

// The numbered pages of a list.

export interface Pager {
  page: number;
  /** Paths of the adjacent pages, if they exist. */
  previous?: string | undefined;
  next?: string | undefined;
}

/** The page number in a query; undefined if it is invalid. */
export function pageNumber(query: unknown): number | undefined {
  const page = isObject(query) ? query.page : undefined;
  if (page === undefined) return 1;
  return typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : undefined;
}

export function pagerLinks({ previous, next }: Pager): Html {
  return html`${previous === undefined ? null : html`<link rel="prev" href="${previous}" />`}
  ${next === undefined ? null : html`<link rel="next" href="${next}" />`}`;
}

/** @param words Labels of the links. */
export function pagerNav(t: Texts, pager: Pager, words: { previous: string; next: string }): Html | null {
  const { page, previous, next } = pager;
  if (previous === undefined && next === undefined) return null;
  return html`<nav class="pager" aria-label="${t('public.pages')}">
    ${previous === undefined ? html`<span></span>` : html`<a href="${previous}" rel="prev">← ${words.previous}</a>`}
    <span>${t('public.page', { page })}</span>
    ${next === undefined ? html`<span></span>` : html`<a href="${next}" rel="next">${words.next} →</a>`}
  </nav>`;
}
