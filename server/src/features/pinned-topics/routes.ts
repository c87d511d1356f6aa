import { EmptyResponse } from '../../../../wire/core.ts';
import { PinTopicParams } from '../../../../wire/pinned-topics.ts';
import { route } from '../../http/route.ts';
import { pinTopic, unpinTopic } from './actions.ts';

export const pinnedTopicRoutes = [
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
