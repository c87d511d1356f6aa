/** The feature: submessages. */
import { defineFeature } from '../../http/feature.ts';
import { submessageRoutes } from './routes.ts';

export { addSubmessage, beginWidget } from './actions.ts';
export { givenWidget } from './checks.ts';
export { getSubmessages } from './queries.ts';

export const submessagesFeature = defineFeature({
  routes: submessageRoutes,
});
