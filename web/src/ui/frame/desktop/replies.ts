/** Sends a reply written in a notification to the conversation of its message. */
import { effect } from '@preact/signals';
import type { GetMessageResponse, Message } from '../../../../../wire/messages.ts';
import { getFailure } from '../../../connection/api.ts';
import type { Client } from '../../../connection/client.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { navigate } from '../../page/location.ts';
import { errorText } from '../../../view/text/errors.ts';
import { failureText } from '../../../view/text/failure.ts';
import type { Bridge } from './bridge.ts';

export function listenToReplies(client: Client, bridge: Bridge): void {
  bridge.set_send_notification_reply_message_supported?.(true);
  bridge.on_event('send_notification_reply_message', (messageId: number, reply: string) => {
    const content = reply.trim();
    if (content !== '') void send(client, bridge, { messageId, content });
  });
}

type Reply = { messageId: number; content: string };

async function send(client: Client, bridge: Bridge, { messageId, content }: Reply): Promise<void> {
  const { live, outbox, sync } = client;
  const fail = (error: string | undefined) =>
    bridge.send_event('send_notification_reply_message_failed', {
      data: { content },
      message_id: messageId,
      error,
    });
  let message: Message;
  try {
    message = live.message(messageId) ?? (await fetchMessage(client, messageId));
  } catch (error) {
    const failure = getFailure(error);
    fail(failure.kind === 'refused' ? failureText(failure) : undefined);
    return;
  }
  const place = getConversation(message, live.peek().own.user_id);
  const item = outbox.add(place, content, sync.queueId ?? '');
  // A reply that cannot be sent is shown there, to be retried or edited.
  navigate({ screen: 'narrow', narrow: place });
  whenSettled(client, item, fail);
}

async function fetchMessage({ api }: Client, id: number): Promise<Message> {
  const params = { allow_empty_topic_name: true, client_gravatar: false };
  return (await api.get<GetMessageResponse>(`/messages/${String(id)}`, params)).message;
}

/** Calls `fail` if the message could not be sent, with the server's reason if there is one. */
function whenSettled(client: Client, { localId }: OutboxItem, fail: (reason?: string) => void): void {
  const stop = effect(() => {
    const item = client.outbox.items.value.find((each) => each.localId === localId);
    if (item?.state === 'sending') return;
    if (item?.state === 'failed') fail(item.reason && errorText(item.reason, item.error));
    queueMicrotask(() => stop());
  });
}
