import { EmptyResponse, Type } from '../../../../wire/core.ts';
import { ReadReceiptsResponse } from '../../../../wire/edits.ts';
import {
  MarkAllAsReadResponse,
  MarkChannelAsReadParams,
  MarkTopicAsReadParams,
  UpdateMessageFlagsResponse,
  UpdateMessageFlagsForNarrowResponse,
  UpdateMessageFlagsForNarrowParams,
  UpdateMessageFlagsParams,
} from '../../../../wire/message-flags.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { route } from '../../http/route.ts';
import { updateMessageFlagsForNarrow } from './flags-narrow.ts';
import { updateMessageFlags } from './flags.ts';
import { markChannelRead, markAllRead, markTopicRead } from './mark-all-read.ts';
import { readReceipts } from './receipts.ts';

export const messageFlagsRoutes = [
  route({
    method: 'GET',
    path: '/messages/:message_id/read_receipts',
    operationId: 'get-read-receipts',
    policy: 'signedIn',
    scope: 'read',
    params: MessagePath,
    response: ReadReceiptsResponse,
    handle: async ({ app, me, params }) => ({
      user_ids: await readReceipts(app.db.read, me, params.message_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/messages/flags',
    operationId: 'update-message-flags',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: UpdateMessageFlagsParams,
    response: UpdateMessageFlagsResponse,
    handle: ({ app, me, params }) => updateMessageFlags(app, me, params),
  }),
  route({
    method: 'POST',
    path: '/messages/flags/narrow',
    operationId: 'update-message-flags-for-narrow',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: UpdateMessageFlagsForNarrowParams,
    response: UpdateMessageFlagsForNarrowResponse,
    handle: ({ app, me, params }) => updateMessageFlagsForNarrow(app, me, params),
  }),
  route({
    method: 'POST',
    path: '/mark_all_as_read',
    operationId: 'mark-all-as-read',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: Type.Object({}),
    response: MarkAllAsReadResponse,
    handle: async ({ app, me }) => ({ complete: await markAllRead(app, me) }),
  }),
  route({
    method: 'POST',
    path: '/mark_stream_as_read',
    operationId: 'mark-stream-as-read',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: MarkChannelAsReadParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await markChannelRead(app, me, params.stream_id);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/mark_topic_as_read',
    operationId: 'mark-topic-as-read',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: MarkTopicAsReadParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await markTopicRead(app, me, params.stream_id, params.topic_name);
      return {};
    },
  }),
];
