/** The feature: messages pinned for everyone in a topic or direct conversation. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { PinnedMessagePath } from '../../../../wire/pinned-messages.ts';
import { accessChanging } from '../../core/channels/index.ts';
import { on, type Audience } from '../../core/log/index.ts';
import { messagesChanged, messagesHidden, readerIn } from '../../core/messages/index.ts';
import { type EventRules, type Subject, messageById } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { watchPins } from './access.ts';
import { getPinsFor } from './queries.ts';
import { endPins, followMessages, pinMessage, unpinMessage } from './actions.ts';

export { findPins } from './queries.ts';

const path = '/heddle/pinned_messages/:message_id';

const pinnedMessageRoutes = [
  route({
    method: 'POST',
    path,
    operationId: 'heddle-pin-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: PinnedMessagePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => pinMessage(tx, me, params.message_id),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'heddle-unpin-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: PinnedMessagePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => unpinMessage(tx, me, params.message_id),
  }),
];

// Pins are about their messages. One that has ended describes nothing, and goes to those who may not know the message any more.

/**
 * People who are named have come to the channel, or to some of its messages: what they had received there before was looked
 * up for them, and is known to no queue.
 */
const getSubject = (id: number, audience: Audience): Subject =>
  audience.users !== undefined && audience.about !== undefined
    ? { kind: 'content', channelId: audience.about }
    : messageById(id, audience);

const pinnedMessageEvents: Pick<EventRules, 'heddle_pinned_messages'> = {
  heddle_pinned_messages: {
    to: ['everyone'],
    about: (event, audience) =>
      event.op === 'add' ? event.pins.map((pin) => getSubject(pin.message_id, audience)) : [],
    reduce(event, sees, audience) {
      if (event.op !== 'add') return null;
      const pins = event.pins.filter((pin) => sees(getSubject(pin.message_id, audience)));
      return pins.length > 0 ? { ...event, pins } : null;
    },
    isOnPages: false,
  },
};

export const pinnedMessagesFeature = defineFeature({
  routes: pinnedMessageRoutes,
  events: pinnedMessageEvents,
  registerState: {
    heddle_pinned_messages: async ({ tx, me }) => ({
      heddle_pinned_messages: await getPinsFor(tx, readerIn(tx, me)),
    }),
  },
  reactions: [
    on(accessChanging, watchPins),
    on(messagesHidden, endPins),
    on(messagesChanged, followMessages),
  ],
});
