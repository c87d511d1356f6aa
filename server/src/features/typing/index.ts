/** The feature: typing. */
import { EmptyResponse, emptyTopicDisplayName } from '../../../../wire/core.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { SetEditTypingParams, SetTypingParams } from '../../../../wire/typing.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { setEditTyping, setTyping } from './actions.ts';

const typingRoutes = [
  route({
    method: 'POST',
    path: '/typing',
    operationId: 'set-typing-status',
    policy: 'signedIn',
    personal: true,
    scope: 'send',
    params: SetTypingParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => setTyping(tx, me, params),
  }),
  route({
    method: 'POST',
    path: '/messages/:message_id/typing',
    operationId: 'set-typing-status-for-message-edit',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(MessagePath, SetEditTypingParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => setEditTyping(tx, me, params.message_id, params.op),
  }),
];

// Typing events: about a channel, and for each class of client.

/** Clients without support for typing in channels would take the event for one of a direct message. */
const encodeTyping: Encoder = ({ event }, queue, shared) => {
  const { stream_typing_notifications: takesChannels, empty_topic_name: takesEmpty } =
    queue.options.capabilities;
  if (event.message_type === 'stream' && !takesChannels) return null;
  if (event.topic !== '' || takesEmpty) return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () => openObject({ ...event, topic: emptyTopicDisplayName }));
};

const encodeEditTyping: Encoder = ({ event }, queue, shared) => {
  if (!isEvent(event, 'typing_edit_message')) return null;
  const { recipient } = event;
  const isNamed = recipient.type === 'direct' || recipient.topic !== '';
  if (isNamed || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () =>
    openObject({ ...event, recipient: { ...recipient, topic: emptyTopicDisplayName } }),
  );
};

const typingEvents: Pick<EventRules, 'typing' | 'typing_edit_message'> = {
  typing: {
    to: ['readers'],
    about: (event) =>
      'stream_id' in event
        ? [
            { kind: 'content', channelId: event.stream_id },
            { kind: 'user', id: event.sender.user_id },
          ]
        : [{ kind: 'direct' }],
    encode: encodeTyping,
    isOnPages: false,
  },
  typing_edit_message: {
    to: ['readers'],
    about: ({ message_id: id, recipient }) => [
      { kind: 'message', id, channelId: recipient.type === 'channel' ? recipient.channel_id : undefined },
    ],
    encode: encodeEditTyping,
    isOnPages: false,
  },
};

export const typingFeature = defineFeature({
  routes: typingRoutes,
  events: typingEvents,
});
