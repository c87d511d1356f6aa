/** The feature: bots. */
import { defineFeature } from '../../http/feature.ts';
import { botEvents } from './events.ts';
import { botRoutes } from './routes.ts';
import { botState } from './state.ts';

export { deleteEntries, getStorage, keep } from './storage.ts';

export const botsFeature = defineFeature({
  routes: botRoutes,
  registerState: botState,
  events: botEvents,
});
