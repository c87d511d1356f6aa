/** The feature: message fetch. */
import { defineFeature } from '../../http/feature.ts';
import { messageFetchRoutes } from './routes.ts';
import {
  type DeliveryTarget,
  type EventRules,
  type StandIn,
  messageEncoder,
} from '../../core/events/index.ts';
import type { MessageEvent } from '../../core/log/index.ts';
import { hiddenAddressHost, isLimited, knows, unknownSender } from '../../core/users/index.ts';

/** New messages, for each recipient: without the names of senders who are hidden from a guest. */
const messageEvents: Pick<EventRules, 'message'> = {
  message: {
    to: ['readers'],
    about: ({ message: { id, stream_id: channelId, sender_id: senderId } }) => [
      { kind: 'message', id, channelId, senderId },
    ],
    encode: messageEncoder(standIn),
  },
};

function standIn({ message, knownBy }: MessageEvent, queue: DeliveryTarget): StandIn | null {
  const { cache, userId, options } = queue;
  const viewer = cache.users.get(userId);
  // Participants of a direct message are visible to each other.
  if (!viewer || !isLimited(cache, viewer) || message.type === 'private') return null;
  const id = message.sender_id;
  const sender = cache.users.get(id);
  if (sender && (knownBy?.includes(userId) || knows(cache, userId, sender))) return null;
  const host = options.host ?? hiddenAddressHost;
  return { key: `unknown ${host}`, fields: () => unknownSender(id, host) };
}

export { rangeAround } from './fetch-range.ts';
export { fetchMessages, getMessages, readBy } from './fetch.ts';

export const messageFetchFeature = defineFeature({
  routes: messageFetchRoutes,
  events: messageEvents,
});
