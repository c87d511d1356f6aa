/** Message events for each recipient: without the names of senders who are not visible to a guest. */
import { type EventQueue, type StandIn, messageEncoder } from '../../core/events/index.ts';
import type { MessageEvent } from '../../core/log/index.ts';
import { hiddenAddressHost, isLimited, knows, unknownSender } from '../../core/users/index.ts';

export const encodeMessage = messageEncoder(standIn);

function standIn({ message, knownBy }: MessageEvent, queue: EventQueue): StandIn | null {
  const { directory, userId, options } = queue;
  const viewer = directory.users.get(userId);
  // Participants of a direct message are visible to each other.
  if (!viewer || !isLimited(directory, viewer) || message.type === 'private') return null;
  const id = message.sender_id;
  const sender = directory.users.get(id);
  if (sender && (knownBy?.includes(userId) || knows(directory, userId, sender))) return null;
  const host = options.host ?? hiddenAddressHost;
  return { key: `stranger ${host}`, fields: () => unknownSender(id, host) };
}
