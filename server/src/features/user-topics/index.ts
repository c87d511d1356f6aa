/** The feature: user topics. */
import { defineFeature } from '../../http/feature.ts';
import { encodeMutedTopics, encodeUserTopic } from './encode.ts';
import { userTopicRoutes } from './routes.ts';
import { userTopicState } from './state.ts';

export { followWhereMentioned, noteParticipation } from './automatic.ts';
export { deleteTopicPolicies, moveTopicPolicies } from './move.ts';
export { audiblePolicies, hiddenPlaces, isHidden, mutedChannels } from './queries.ts';

export const userTopicsFeature = defineFeature({
  routes: userTopicRoutes,
  registerState: userTopicState,
  encoders: { muted_topics: encodeMutedTopics, user_topic: encodeUserTopic },
});
