/** The feature: domains. */
import { defineFeature } from '../../http/feature.ts';
import { domainRoutes } from './routes.ts';
import { domainState } from './state.ts';

export const domainsFeature = defineFeature({
  routes: domainRoutes,
  registerState: domainState,
});
