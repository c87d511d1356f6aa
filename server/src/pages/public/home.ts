/** The start page of an organization with web-public channels, for spectators. */
import {
  channelPath,
  newestTopicsByChannel,
  openChannels,
  type PublicTopic,
} from '../../core/spectators/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Channel, OrganizationCache } from '../../core/organization/index.ts';
import { html, type Html } from '../layout/html.ts';
import { getAbout } from '../layout/place.ts';
import { followScript } from '../links/follow-script.ts';
import { type PublicFrame, renderPublicPage, openText } from './frame.ts';
import { topicList } from './channel.ts';

/** Topics per channel. */
const mostTopics = 5;
/** Channels with topics; further ones are only linked. */
const mostChannels = 50;

interface ListedChannel {
  channel: Channel;
  topics: PublicTopic[];
}

export async function publicHome(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  cache: OrganizationCache,
  frame: PublicFrame,
): Promise<string> {
  const open = openChannels(config, cache);
  const topics = await newestTopicsByChannel(db.read, open, mostTopics);
  const channels = open.map((channel) => ({ channel, topics: topics.get(channel.id) ?? [] }));
  channels.sort((a, b) => lastActivity(b) - lastActivity(a) || a.channel.name.localeCompare(b.channel.name));
  const { t, place } = frame;
  return renderPublicPage(frame, {
    title: place.name,
    canonical: '/',
    description: openText(getAbout(cache)?.text ?? ''),
    body: html`<h1>${place.name}</h1>
      ${getAbout(cache)}
      <h2 class="visually-hidden">${t('public.channels')}</h2>
      ${channels.slice(0, mostChannels).map((each) => channelSection(frame, each))}
      ${moreChannels(channels.slice(mostChannels))} ${frame.isOffline === true ? null : followScript}`,
  });
}

const lastActivity = ({ topics: [newest] }: ListedChannel): number => newest?.lastActivity ?? 0;

function channelSection({ t }: PublicFrame, { channel, topics }: ListedChannel): Html {
  return html`<section class="channel">
    <h3><a href="${channelPath(channel)}">#${channel.name}</a></h3>
    ${topicList(t, topics)}
  </section>`;
}

function moreChannels(channels: readonly ListedChannel[]): Html | null {
  if (channels.length === 0) return null;
  return html`<ul class="more">
    ${channels.map(({ channel }) => html`<li><a href="${channelPath(channel)}">#${channel.name}</a></li>`)}
  </ul>`;
}
