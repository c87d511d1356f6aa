import { currentUser, type Leaves, leavesEach } from '../../core/organization/index.ts';
import {
  ChannelPath,
  channelPermissions,
  GetStreamByIdResponse,
  GetStreamIdResponse,
  GetStreamIdParams,
  GetStreamsResponse,
  GetStreamsParams,
  GetStreamTopicsResponse,
  GetTopicsParams,
  GetTopicsResponse,
  GetStreamTopicsParams,
  GetSubscribersResponse,
} from '../../../../wire/channels.ts';
import { EmptyResponse, type Static } from '../../../../wire/core.ts';
import { DefaultChannelParams, UpdateChannelParams } from '../../../../wire/update-channel.ts';
import { route, visitedRoute, withPath, Encoded } from '../../http/route.ts';
import {
  addDefaultChannel,
  getStreamById,
  getStreamId,
  getStreams,
  getSubscribers,
  removeDefaultChannel,
  canReadChannel,
} from '../../core/channels/index.ts';
import { archiveChannel } from './archive.ts';
import { getStreamTopics, spectatorOfChannel } from './topics.ts';
import { channelWords, updateChannel } from './update.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Reader } from '../../core/messages/index.ts';

/** What is open to the web is read without an account. Who is in a channel, and may do what there, is what such keys are for. */
const lastingChanges = {
  stream_id: 'nothing',
  new_name: 'nothing',
  description: 'nothing',
  is_private: 'nothing',
  is_web_public: (isOpen: boolean) => isOpen,
  history_public_to_subscribers: 'nothing',
  is_default_stream: 'nothing',
  is_archived: 'nothing',
  message_retention_days: 'nothing',
  topics_policy: 'nothing',
  folder_id: 'nothing',
  ...leavesEach(channelPermissions, 'nothing'),
} satisfies Leaves<Static<typeof ChannelPath> & UpdateChannelParams>;

export const channelRoutes = [
  route({
    method: 'GET',
    path: '/streams',
    operationId: 'get-streams',
    policy: 'signedIn',
    scope: 'directory',
    params: GetStreamsParams,
    response: GetStreamsResponse,
    handle: async ({ me, params }) => getStreams(me, params),
  }),
  route({
    method: 'GET',
    path: '/streams/:stream_id',
    operationId: 'get-stream-by-id',
    policy: 'signedIn',
    scope: 'directory',
    takesChannelKeys: 'stream_id',
    params: ChannelPath,
    response: GetStreamByIdResponse,
    handle: async ({ me, params }) => getStreamById(me, params.stream_id),
  }),
  route({
    method: 'PATCH',
    path: '/streams/:stream_id',
    operationId: 'update-stream',
    policy: 'signedIn',
    scope: 'administer',
    leaves: lastingChanges,
    params: withPath(ChannelPath, UpdateChannelParams),
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      const asked = { config: app.config, given: params, words: channelWords(me, params) };
      await app.db.write(me.orgId, me, (tx) =>
        updateChannel(tx, currentUser(tx.cache, me), params.stream_id, asked),
      );
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/streams/:stream_id',
    operationId: 'archive-stream',
    policy: 'signedIn',
    scope: 'administer',
    leaves: 'nothing',
    params: ChannelPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => archiveChannel(tx, currentUser(tx.cache, me), params.stream_id),
  }),
  route({
    method: 'POST',
    path: '/default_streams',
    operationId: 'add-default-stream',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: DefaultChannelParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => addDefaultChannel(tx, currentUser(tx.cache, me), params.stream_id),
  }),
  route({
    method: 'DELETE',
    path: '/default_streams',
    operationId: 'remove-default-stream',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: DefaultChannelParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => removeDefaultChannel(tx, currentUser(tx.cache, me), params.stream_id),
  }),
  route({
    method: 'GET',
    path: '/streams/:stream_id/members',
    operationId: 'get-subscribers',
    policy: 'signedIn',
    scope: 'directory',
    params: ChannelPath,
    response: GetSubscribersResponse,
    handle: async ({ me, params }) => getSubscribers(me, params.stream_id),
  }),
  route({
    method: 'GET',
    path: '/get_stream_id',
    operationId: 'get-stream-id',
    policy: 'signedIn',
    scope: 'directory',
    params: GetStreamIdParams,
    response: GetStreamIdResponse,
    handle: async ({ me, params }) => getStreamId(me, params.stream),
  }),
  visitedRoute({
    method: 'GET',
    path: '/users/me/:stream_id/topics',
    operationId: 'get-stream-topics',
    policy: 'visitors',
    scope: 'read',
    takesChannelKeys: 'stream_id',
    params: withPath(ChannelPath, GetStreamTopicsParams),
    response: GetStreamTopicsResponse,
    handle: async ({ app, orgId, me, params }) => {
      const { stream_id: channelId, allow_empty_topic_name: allowsEmpty } = params;
      const reader = me ?? (await spectatorOfChannel(app, orgId, channelId));
      return getStreamTopics(app, reader, channelId, { allowsEmpty });
    },
  }),
  route({
    method: 'GET',
    path: '/heddle/topics',
    operationId: 'get-topics',
    policy: 'signedIn',
    scope: 'read',
    params: GetTopicsParams,
    response: GetTopicsResponse,
    handle: ({ app, me, params }) => getTopicsTogether(app, me, params.channels),
  }),
];

// GET /heddle/topics: the topics of several channels in one response.

/** Characters of a response after which no further channel is added. */
const most = 1_000_000;

/**
 * In the order of the request; a client asks again for channels that the response does not have any more. Channels that the caller may not read
 * have no topics, whether they exist or not.
 */
async function getTopicsTogether(
  app: Pick<AppContext, 'db' | 'services'>,
  reader: Pick<Reader, 'cache' | 'user'>,
  channelIds: readonly number[],
): Promise<Encoded> {
  const { cache, user } = reader;
  const texts: string[] = [];
  let size = 0;
  for (const id of new Set(channelIds)) {
    if (size > most) break;
    const channel = cache.channels.get(id);
    const isReadable = channel !== undefined && canReadChannel(cache, channel, user);
    const { fields } = isReadable ? await getStreamTopics(app, reader, id, { allowsEmpty: true }) : none;
    const text = `{"stream_id":${id},${typeof fields === 'string' ? fields : Buffer.concat(fields).toString()}}`;
    texts.push(text);
    size += text.length;
  }
  return new Encoded(`"channels":[${texts.join(',')}]`);
}

const none = new Encoded('"topics":[]');
