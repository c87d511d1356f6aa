/** The feature: pinned topics. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { PinTopicParams } from '../../../../wire/pinned-topics.ts';
import { on } from '../../core/log/index.ts';
import { topicEnded } from '../../core/messages/index.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { deletePins, movePins } from './move.ts';
import { pinTopic, unpinTopic } from './actions.ts';
import { getPins } from './queries.ts';

const pinnedTopicRoutes = [
  route({
    method: 'POST',
    path: '/heddle/pinned_topics',
    operationId: 'pin-topic',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: PinTopicParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => pinTopic(tx, me, params),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/pinned_topics',
    operationId: 'unpin-topic',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: PinTopicParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => unpinTopic(tx, me.id, params),
  }),
];

const pinnedTopicState: Pick<StateFetchers, 'heddle_pinned_topic'> = {
  heddle_pinned_topic: async ({ tx, me }) => ({ heddle_pinned_topics: await getPins(tx, me.id) }),
};

export const pinnedTopicsFeature = defineFeature({
  routes: pinnedTopicRoutes,
  events: { heddle_pinned_topic: personal },
  registerState: pinnedTopicState,
  reactions: [on(topicEnded, (tx, { from, to }) => (to ? movePins(tx, from, to) : deletePins(tx, from)))],
});
