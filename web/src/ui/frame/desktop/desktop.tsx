/** Connects the page to zulip-desktop. Loaded only inside that app. */
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import type { Client } from '../../../connection/client.ts';
import { unreadCount } from '../../../view/channels/unread-count.ts';
import { SignOut } from '../../header/session/sign-out.tsx';
import { presentNoticesBy, type NoticePresenter } from '../../parts/notices/show.ts';
import { ClientContext } from '../../page/client.tsx';
import { runCommand } from '../../page/keyboard.ts';
import { navigate } from '../../page/location.ts';
import { readLastInputFrom } from './presence.ts';
import type { Bridge } from './bridge.ts';
import type { GetMessageResponse, Message } from '../../../../../wire/messages.ts';
import { getFailure } from '../../../connection/api.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { errorText } from '../../../view/text/errors.ts';
import { failureText } from '../../../view/text/failure.ts';

export function startDesktop(client: Client, bridge: Bridge): void {
  if (bridge.new_notification !== undefined) presentNoticesBy(presenterOn(bridge.new_notification));
  listenToReplies(client, bridge);
  const { get_idle_on_system: isIdle, get_last_active_on_system: lastActive } = bridge;
  if (isIdle !== undefined && lastActive !== undefined)
    // The app considers the computer idle after a second: the duration decides.
    readLastInputFrom(() => (isIdle() ? lastActive() : Date.now()));
  bridge.on_event('logout', () => askToSignOut(client));
  bridge.on_event('show-keyboard-shortcuts', () => void runCommand('help'));
  bridge.on_event('show-notification-settings', () =>
    navigate({ screen: 'settings', page: 'notifications' }),
  );
  sendChanges(client, bridge);
}

/** The app shows them in its list of organizations and on its icon. */
function sendChanges({ live }: Client, bridge: Bridge): void {
  const values = {
    total_unread_count: computed(() => unreadCount(live)),
    // Not by a computed organization: events change the object in place.
    realm_name: computed(() => live.get('organization').realm_name),
    realm_icon_url: computed(() => live.get('organization').realm_icon_url),
  };
  for (const [name, value] of Object.entries(values)) {
    effect(() => {
      if (value.value !== undefined) bridge.send_event(name, value.value);
    });
  }
}

/** Like in the menu: asks before unsent messages and drafts are deleted. */
function askToSignOut(client: Client): void {
  const root = document.createElement('div');
  document.body.append(root);
  const close = () => {
    render(null, root);
    root.remove();
  };
  render(
    <ClientContext.Provider value={client}>
      <SignOut onClose={close} />
    </ClientContext.Provider>,
    root,
  );
}

// Shows notifications through zulip-desktop.

function presenterOn(newNotification: NonNullable<Bridge['new_notification']>): NoticePresenter {
  const standing = new Map<string, { close: () => void }>();
  const close = (tag: string) => {
    standing.get(tag)?.close();
    standing.delete(tag);
  };
  return {
    show({ title, body, tag, messageId }, open) {
      close(tag);
      const options: NotificationOptions = {
        body,
        icon: new URL('/icons/192.png', window.location.href).href,
        silent: true,
        // A reply is returned with this number as message ID.
        tag: String(messageId),
      };
      const shown = newNotification(title, options, (type) => {
        if (type === 'close' && standing.get(tag) === shown) standing.delete(tag);
        if (type !== 'click') return true;
        window.focus();
        close(tag);
        open(messageId);
        return true;
      });
      standing.set(tag, shown);
    },
    close,
  };
}

// Sends a reply written in a notification to the conversation of its message.

function listenToReplies(client: Client, bridge: Bridge): void {
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
