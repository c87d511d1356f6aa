/** The feature: pinned topics. */
import { on } from '../../core/log/index.ts';
import { topicEnded } from '../../core/messages/index.ts';
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deletePins, movePins } from './move.ts';
import { pinnedTopicRoutes } from './routes.ts';
import { pinnedTopicState } from './state.ts';

export const pinnedTopicsFeature = defineFeature({
  routes: pinnedTopicRoutes,
  events: { heddle_pinned_topic: personal },
  registerState: pinnedTopicState,
  reactions: [on(topicEnded, (tx, { from, to }) => (to ? movePins(tx, from, to) : deletePins(tx, from)))],
});
