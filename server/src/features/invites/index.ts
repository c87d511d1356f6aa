/** The feature: invites. */
import { defineFeature } from '../../http/feature.ts';
import { inviteRoutes } from './routes.ts';
import { forgetUnconfirmed } from './sign-up.ts';

export const invitesFeature = defineFeature({
  routes: inviteRoutes,
  expiries: [forgetUnconfirmed],
});
