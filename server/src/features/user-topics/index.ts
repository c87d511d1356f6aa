/** The feature: user topics. */
import { on } from '../../core/log/index.ts';
import { topicEnded } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { userTopicEvents } from './events.ts';
import { deleteTopicPolicies, moveTopicPolicies } from './move.ts';
import { userTopicRoutes } from './routes.ts';
import { userTopicState } from './state.ts';

export { followWhereMentioned, noteParticipation } from './automatic.ts';
export { audiblePolicies, hiddenPlaces, isHidden, mutedChannels } from './queries.ts';

export const userTopicsFeature = defineFeature({
  routes: userTopicRoutes,
  registerState: userTopicState,
  reactions: [
    on(topicEnded, (tx, { from, to }) =>
      to ? moveTopicPolicies(tx, from, to) : deleteTopicPolicies(tx, from),
    ),
  ],
  events: userTopicEvents,
});
