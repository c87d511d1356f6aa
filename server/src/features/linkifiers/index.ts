/** The feature: linkifiers. */
import { defineFeature } from '../../http/feature.ts';
import { encodeLinkifiers } from './encode.ts';
import { linkifierRoutes } from './routes.ts';
import { linkifierState } from './state.ts';

export const linkifiersFeature = defineFeature({
  routes: linkifierRoutes,
  registerState: linkifierState,
  encoders: { realm_linkifiers: encodeLinkifiers },
});
