/** The feature: groups. */
import { defineFeature } from '../../http/feature.ts';
import { encodeGroupEvent } from './events.ts';
import { groupRoutes } from './routes.ts';
import { groupState } from './state.ts';

export { enterGroup, leaveGroup } from './members.ts';

export const groupsFeature = defineFeature({
  routes: groupRoutes,
  registerState: groupState,
  encoders: { user_group: encodeGroupEvent },
});
