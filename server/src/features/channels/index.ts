/** The feature: channels. */
import { channelDeleted, usedOnly } from '../../core/channels/index.ts';
import {
  type Encoder,
  type EventRules,
  once,
  openObject,
  organizationWide,
} from '../../core/events/index.ts';
import { type LoggedEvent, isEvent } from '../../core/log/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { countChannels } from './activity.ts';
import { keptTopics } from './kept-topics.ts';
import { channelRoutes } from './routes.ts';

export {
  type ChannelSettings,
  type NamedChannel,
  channelSettings,
  checkFolder,
  checkNewChannels,
  createChannel,
  creationRefusal,
} from './create.ts';
export { noticeCreated } from './notices.ts';
export { getStreamTopics } from './topics.ts';

// Channels as those who may see them get them: for clients without archived channels, archiving deletes one and unarchiving creates it.

const encodeChannelEvent: Encoder = ({ event: logged }, { options, cache }, shared) => {
  if (!isEvent(logged, 'stream')) return null;
  const { isReturn, ...event } = logged;
  const knowsArchived = options.capabilities.archived_channels === true;
  if (knowsArchived) return isReturn === true ? null : once(shared, 'all', () => openObject(event));
  const text = once(shared, 'used', () => {
    const emitted = withoutArchived(cache, logged);
    return emitted === null ? '' : openObject(emitted);
  });
  return text === '' ? null : text;
};

function withoutArchived({ channels }: OrganizationCache, event: LoggedEvent<'stream'>): object | null {
  if (event.op === 'delete') return event;
  if (event.op === 'create') return usedOnly(event);
  if (event.property === 'is_archived')
    return event.value === true ? channelDeleted([event.stream_id]) : null;
  return channels.get(event.stream_id)?.isArchived ? null : event;
}

const getSubject = (id: number) => ({ kind: 'channel', id }) as const;

const channelEvents: Pick<EventRules, 'stream' | 'default_streams'> = {
  stream: {
    to: ['everyone'],
    about(event) {
      if (event.op === 'delete') return [];
      if (event.op === 'update') return [getSubject(event.stream_id)];
      return event.streams.map(({ stream_id }) => getSubject(stream_id));
    },
    reduce(event, sees) {
      if (event.op !== 'create') return null;
      const streams = event.streams.filter(({ stream_id }) => sees(getSubject(stream_id)));
      return streams.length > 0 ? { ...event, streams } : null;
    },
    encode: encodeChannelEvent,
  },
  // People who become guests get an empty list.
  default_streams: { ...organizationWide, to: ['members', 'named'] },
};

export const channelsFeature = defineFeature({
  routes: channelRoutes,
  events: channelEvents,
  workers: [keptTopics],
  maintenance: [(app) => countChannels(app)],
});
