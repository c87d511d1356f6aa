/** The feature: message fetch. */
import { defineFeature } from '../../http/feature.ts';
import { messageEvents } from './events.ts';
import { messageFetchRoutes } from './routes.ts';

export { rangeAround } from './fetch-range.ts';
export { fetchMessages, getMessages, readBy } from './fetch.ts';

export const messageFetchFeature = defineFeature({
  routes: messageFetchRoutes,
  events: messageEvents,
});
