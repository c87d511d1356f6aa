/** The feature: groups. */
import { defineFeature } from '../../http/feature.ts';
import { groupEvents } from './events.ts';
import { groupRoutes } from './routes.ts';
import { groupState } from './state.ts';

export { createGroup } from './create.ts';
export { deactivateGroup, groupUses } from './deactivate.ts';
export { enterGroup, leaveGroup } from './members.ts';
export { updateGroup } from './update.ts';

export const groupsFeature = defineFeature({
  routes: groupRoutes,
  registerState: groupState,
  events: groupEvents,
});
