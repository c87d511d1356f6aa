/** The feature: muted users. */
import { defineFeature } from '../../http/feature.ts';
import { mutedUserRoutes } from './routes.ts';
import { mutedUserState } from './state.ts';

export const mutedUsersFeature = defineFeature({
  routes: mutedUserRoutes,
  registerState: mutedUserState,
});
