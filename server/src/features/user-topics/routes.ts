import { EmptyResponse } from '../../../../wire/core.ts';
import {} from '../../../../wire/topics.ts';
import { MuteTopicParams, UpdateUserTopicParams } from '../../../../wire/user-topics.ts';
import { route } from '../../http/route.ts';
import { checkNamedOnce, muteTopic, setTopicPolicy } from './actions.ts';

export const userTopicRoutes = [
  route({
    method: 'POST',
    path: '/user_topics',
    operationId: 'update-user-topic',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: UpdateUserTopicParams,
    response: EmptyResponse,
    write: (tx, { me, params: { stream_id, topic, visibility_policy } }) =>
      setTopicPolicy(tx, me, stream_id, topic, visibility_policy),
  }),
  route({
    method: 'PATCH',
    path: '/users/me/subscriptions/muted_topics',
    operationId: 'mute-topic',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: MuteTopicParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      const channel = { id: params.stream_id, name: params.stream };
      checkNamedOnce(channel, 'stream_id', 'stream');
      await app.db.write(me.orgId, me, (tx) => muteTopic(tx, me, channel, params));
      return {};
    },
  }),
];
