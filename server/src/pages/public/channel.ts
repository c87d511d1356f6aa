/** The page of a channel: its topics by last activity. */
import type { AppContext } from '../../core/context/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import {
  channelFeedPath,
  channelPath,
  newestTopics,
  publicContent,
  publicContext,
} from '../../core/spectators/index.ts';
import { html, Html } from '../layout/html.ts';
import { feedLink, type PublicFrame, renderPublicPage } from './frame.ts';
import { openText } from './metadata.ts';
import { type Pager, pagerLinks, pagerNav } from './pager.ts';
import { topicList } from './topic-list.ts';

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
