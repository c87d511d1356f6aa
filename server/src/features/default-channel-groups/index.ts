/** The feature: default channel groups. */
import { defineFeature } from '../../http/feature.ts';
import { defaultGroupEvents } from './events.ts';
import { defaultGroupRoutes } from './routes.ts';
import { defaultGroupState } from './state.ts';

export { leaveDefaultGroups } from './actions.ts';

export const defaultChannelGroupsFeature = defineFeature({
  routes: defaultGroupRoutes,
  events: defaultGroupEvents,
  registerState: defaultGroupState,
});
