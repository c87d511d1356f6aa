/** Subscriptions: about channels, and for each class of client. Lists of subscribers are only sent to clients that request them. */
import type { Subscription } from '../../../../wire/subscriptions.ts';
import { listingSubscribers, withoutNull } from '../../core/channels/index.ts';
import {
  type Encoder,
  type EventRules,
  type DeliveryTarget,
  type SharedTexts,
  once,
  openObject,
} from '../../core/events/index.ts';
import { type EventBody, type LogEntry, isEvent } from '../../core/log/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';

interface AddEvent extends EventBody {
  subscriptions: readonly Subscription[];
}

interface PeerEvent extends EventBody {
  user_ids: readonly number[];
}

const encodeSubscription: Encoder = (entry, queue, shared) => {
  const { event } = entry;
  if (!isEvent(event, 'subscription')) return null;
  if (event.isReturn && queue.options.capabilities.archived_channels) return null;
  if (event.op === 'add') return encodeAdd(entry, event, queue, shared);
  if (event.op === 'peer_add' || event.op === 'peer_remove') return encodePeers(event, queue, shared);
  return once(shared, '', () => openObject({ ...event, ...unsent }));
};

/** `isReturn` is for this encoder only. */
const unsent = { isReturn: undefined };

/** Adds lists of subscribers here, since storing one in the log with each join would be too large. */
function encodeAdd(
  entry: LogEntry,
  event: AddEvent,
  queue: DeliveryTarget,
  shared: SharedTexts,
): string | null {
  const { includeSubscribers, capabilities } = queue.options;
  const { cache, userId } = queue;
  const shown = event.subscriptions.filter(
    (subscription) => capabilities.archived_channels || !subscription.is_archived,
  );
  if (shown.length === 0) return null;
  const user = capabilities.notification_settings_null ? undefined : cache.users.get(userId);
  const key = `${includeSubscribers} ${shown.length} ${user?.id ?? 'all'}`;
  return once(shared, key, () => {
    const subscriptions = shown.map((subscription) => {
      const settled = user ? withoutNull(subscription, user) : subscription;
      return includeSubscribers
        ? listingSubscribers(settled, (channelId) => subscribersAt(cache, channelId, entry.position))
        : settled;
    });
    return openObject({ ...event, ...unsent, subscriptions });
  });
}

/** The subscribers when the event was emitted; later changes have their own events. */
function subscribersAt({ members }: OrganizationCache, channelId: number, position: number): number[] {
  const ids = new Set([...members.findUsers(channelId), ...members.leftLately(channelId)]);
  return [...ids].filter((id) => members.wasMember(channelId, id, position)).sort((a, b) => a - b);
}

/** By event, since it is encoded for each queue. */
const peersByEvent = new WeakMap<PeerEvent, ReadonlySet<number>>();

/** Without the user, who receives `add` and `remove` instead. */
function encodePeers(event: PeerEvent, { userId }: DeliveryTarget, shared: SharedTexts): string | null {
  let peers = peersByEvent.get(event);
  if (!peers) peersByEvent.set(event, (peers = new Set(event.user_ids)));
  if (!peers.has(userId)) return once(shared, '', () => openObject({ ...event, ...unsent }));
  if (peers.size === 1) return null;
  return openObject({ ...event, ...unsent, user_ids: event.user_ids.filter((id) => id !== userId) });
}

const getSubject = (id: number) => ({ kind: 'channel', id }) as const;

export const subscriptionEvents: Pick<EventRules, 'subscription'> = {
  subscription: {
    to: ['everyone'],
    about(event) {
      switch (event.op) {
        case 'add':
          return event.subscriptions.map(({ stream_id }) => getSubject(stream_id));
        case 'update':
          return [getSubject(event.stream_id)];
        // A removal is always delivered, but names no channel that is hidden now.
        case 'remove':
          return event.subscriptions
            .filter(({ name }) => name !== '')
            .map(({ stream_id }) => getSubject(stream_id));
        case 'peer_add':
        case 'peer_remove':
          return event.stream_ids.map(getSubject);
      }
    },
    reduce(event, sees) {
      if (event.op === 'add') {
        const subscriptions = event.subscriptions.filter(({ stream_id }) => sees(getSubject(stream_id)));
        return subscriptions.length > 0 ? { ...event, subscriptions } : null;
      }
      if (event.op === 'remove') {
        const isSeen = (id: number) => sees(getSubject(id));
        return {
          ...event,
          subscriptions: event.subscriptions.map((one) =>
            isSeen(one.stream_id) ? one : { ...one, name: '' },
          ),
        };
      }
      if (event.op !== 'peer_add' && event.op !== 'peer_remove') return null;
      const stream_ids = event.stream_ids.filter((id) => sees(getSubject(id)));
      return stream_ids.length > 0 ? { ...event, stream_ids } : null;
    },
    encode: encodeSubscription,
    isOnPages: false,
  },
};
