/** The feature: muted users. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { mutedUserRoutes } from './routes.ts';
import { mutedUserState } from './state.ts';

export const mutedUsersFeature = defineFeature({
  routes: mutedUserRoutes,
  events: { muted_users: personal },
  registerState: mutedUserState,
});
