import {
  ChannelPath,
  GetStreamByIdAnswer,
  GetStreamIdAnswer,
  GetStreamIdParams,
  GetStreamsAnswer,
  GetStreamsParams,
  GetStreamTopicsAnswer,
  GetStreamTopicsParams,
  GetSubscribersAnswer,
} from '../../../../wire/channels.ts';
import { route, withPath } from '../../http/route.ts';
import { getStreamById, getStreamId, getStreams, getSubscribers } from './queries.ts';
import { getStreamTopics } from './topics.ts';

export const channelRoutes = [
  route({
    method: 'GET',
    path: '/streams',
    operationId: 'get-streams',
    policy: 'signedIn',
    params: GetStreamsParams,
    answer: GetStreamsAnswer,
    handle: async ({ me, params }) => getStreams(me, params),
  }),
  route({
    method: 'GET',
    path: '/streams/:stream_id',
    operationId: 'get-stream-by-id',
    policy: 'signedIn',
    params: ChannelPath,
    answer: GetStreamByIdAnswer,
    handle: async ({ me, params }) => getStreamById(me, params.stream_id),
  }),
  route({
    method: 'GET',
    path: '/streams/:stream_id/members',
    operationId: 'get-subscribers',
    policy: 'signedIn',
    params: ChannelPath,
    answer: GetSubscribersAnswer,
    handle: async ({ me, params }) => getSubscribers(me, params.stream_id),
  }),
  route({
    method: 'GET',
    path: '/get_stream_id',
    operationId: 'get-stream-id',
    policy: 'signedIn',
    params: GetStreamIdParams,
    answer: GetStreamIdAnswer,
    handle: async ({ me, params }) => getStreamId(me, params.stream),
  }),
  route({
    method: 'GET',
    path: '/users/me/:stream_id/topics',
    operationId: 'get-stream-topics',
    policy: 'signedIn',
    params: withPath(ChannelPath, GetStreamTopicsParams),
    answer: GetStreamTopicsAnswer,
    handle: ({ heddle, me, params }) =>
      getStreamTopics(heddle.db.read, me, params.stream_id, params.allow_empty_topic_name),
  }),
];
