/** The feature: linkifiers. */
import { defineFeature } from '../../http/feature.ts';
import { linkifierEvents } from './events.ts';
import { linkifierRoutes } from './routes.ts';
import { linkifierState } from './state.ts';

export { addLinkifier } from './actions.ts';

export const linkifiersFeature = defineFeature({
  routes: linkifierRoutes,
  registerState: linkifierState,
  events: linkifierEvents,
});
