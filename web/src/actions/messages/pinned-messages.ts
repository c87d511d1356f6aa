/** Pinning messages. */
import type { Message } from '../../../../wire/messages.ts';
import type { PinnedMessage } from '../../../../wire/pinned-messages.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { getPeople } from '../../store/narrow/narrow.ts';
import { serverSeconds } from '../../store/server-clock.ts';
import { ask } from '../request/outcome.ts';

/** Pins or unpins a message for everyone in the conversation. Applied optimistically; rolled back if the server refuses. */
export async function togglePin(client: Client, message: Message): Promise<ApiFailure | undefined> {
  const { api, live } = client;
  const { pinnedMessages, own } = live.peek();
  const { id } = message;
  const before = pinnedMessages.get(id);
  const now = { message_id: id, user_id: own.user_id, pinned_at: Math.floor(serverSeconds(live)) };
  const place =
    message.type === 'stream'
      ? { channel_id: message.stream_id, topic: message.subject }
      : { user_ids: getPeople(message) };
  const show = (pin: PinnedMessage | undefined) => {
    const type = 'heddle_pinned_messages';
    if (pin) live.apply([{ type, id: -1, op: 'add', pins: [pin] }]);
    else live.apply([{ type, id: -1, op: 'remove', message_ids: [id] }]);
  };
  show(before === undefined ? { ...now, ...place } : undefined);
  const path = `/heddle/pinned_messages/${id}`;
  const failure = await ask(before === undefined ? api.post(path) : api.delete(path));
  if (failure !== undefined) show(before);
  return failure;
}
