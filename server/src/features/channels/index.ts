/** The feature: channels. */
import { defineFeature } from '../../http/feature.ts';
import { countChannels } from './activity.ts';
import { channelEvents } from './events.ts';
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

export const channelsFeature = defineFeature({
  routes: channelRoutes,
  events: channelEvents,
  workers: [keptTopics],
  maintenance: [(app) => countChannels(app)],
});
