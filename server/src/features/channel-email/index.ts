/** The feature: emails to channels. */
import { defineFeature } from '../../http/feature.ts';
import { channelEmailRoutes } from './routes.ts';

export { checkChannelAddress, postToChannel } from './receive.ts';

export const channelEmailFeature = defineFeature({ routes: channelEmailRoutes });
