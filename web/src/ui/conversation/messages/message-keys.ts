/** Keys for the selected message, besides those that move between messages: replies, reactions, menus. */
import type { Message } from '../../../../../wire/messages.ts';
import type { Client } from '../../../connection/client.ts';
import { getConversation, narrowKey, type Narrow } from '../../../store/narrow/narrow.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { messageRights, type MessageRights } from '../../../view/messages/message-rights.ts';
import { senderName } from '../../../view/narrow/names.ts';
import { isFocusComing, openCompose } from '../../compose/state/state.ts';
import { lookedAt, mediaIn } from '../../parts/lightbox/media.ts';
import { collapse, markUnread, react, star } from '../actions/commands.ts';
import { heldUnread, overlay, type MessageDialog } from '../actions/state.ts';
import { edits } from '../../compose/state/edits.ts';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { navigate } from '../../page/location.ts';
import { lateModule } from '../../kit/toasts/late.tsx';
import { keepKeys, keepKeysDuring } from '../../page/typed-ahead.ts';
import { openedCard } from '../../parts/people/card-state.ts';
import { toggleMuted } from '../topic/mute-topic.ts';
import { toggleCondensed } from '../../parts/content/condensed-state.ts';

const withPinning = lateModule(() => import('../actions/pinning.ts'));
const withQuoting = lateModule(() => import('../actions/quoting.ts'));

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const;

/** Returns false if there is nothing to do. */
type MessageAction = (message: Message) => unknown;

/**
 * @param getChosen the selected message
 * @param getMessage the selected message, otherwise the last visible one
 */
export function useMessageKeys(
  narrow: Narrow,
  getChosen: () => Message | undefined,
  getMessage: () => Message | undefined,
): void {
  const client = useClient();
  const on = (act: MessageAction) => (): boolean => {
    const message = getMessage();
    return message !== undefined && act(message) !== false;
  };
  useCommands({
    // The browser would save the page.
    star: () => on(({ id }) => void star(client, id))() || true,
    'pin-message': on((message) => void withPinning(({ togglePinned }) => togglePinned(client, message))),
    'mark-unread': on(({ id }) => void markUnread(client, narrow, id)),
    'show-more': on(({ id }) => {
      const article = getElement(id);
      if (!article || edits.peek().has(id)) return false;
      if (!toggleCondensed(article)) void collapse(client, id);
      return undefined;
    }),
    'thumbs-up': on(({ id }) => void react(client, id, thumbsUp)),
    'first-reaction': on(({ id, reactions: [first] }) => {
      if (first === undefined) return false;
      return void react(client, id, first);
    }),
  });
  useReplyKeys(client, on);
  useLooks(client, narrow, on);
  useMuting(client, getChosen);
}

type ForSelected = (act: MessageAction) => () => boolean;

const getElement = (id: number): HTMLElement | null => document.querySelector(`[data-message-id="${id}"]`);

function useReplyKeys(client: Client, on: ForSelected): void {
  const { live } = client;
  const ownId = live.peek().own.user_id;
  useCommands({
    quote: on(({ id }) =>
      keepKeysDuring(
        withQuoting(({ quote }) => quote(client, id)),
        isFocusComing,
      ),
    ),
    'reply-sender': on(({ sender_id: id }) => {
      openCompose({ kind: 'direct', userIds: id === ownId ? [] : [id] });
      keepKeys(isFocusComing);
    }),
    'mention-sender': on((message) => {
      const name = `@**${senderName(live, message)}|${message.sender_id}** `;
      openCompose(getConversation(message, ownId), name);
      keepKeys(isFocusComing);
    }),
    forward: on(({ id }) =>
      keepKeysDuring(
        withQuoting(({ forward }) => forward(client, id)),
        isFocusComing,
      ),
    ),
  });
}

function useLooks(client: Client, narrow: Narrow, on: ForSelected): void {
  const ownId = client.live.peek().own.user_id;
  useCommands({
    zoom: on((message) => {
      const to = getConversation(message, ownId);
      heldUnread.value = narrowKey(to);
      navigate({ screen: 'narrow', narrow: to, near: message.id });
    }),
    'sender-card': on(({ id, sender_id: userId }) => {
      const anchor = getElement(id);
      if (anchor === null) return false;
      openedCard.value = { userId, anchor: anchor.querySelector('.avatar') ?? anchor };
      return undefined;
    }),
    'view-image': on((message) => viewImage(client, narrow, message)),
    receipts: on((message) => openDialog(client, message, 'receipts', 'seeReceipts')),
    history: on((message) => openDialog(client, message, 'history', 'seeHistory')),
  });
}

/** Without a selected message, the key is for the row or the open topic. */
function useMuting(client: Client, getChosen: () => Message | undefined): void {
  useCommands({
    'mute-topic': () => {
      const message = getChosen();
      const to = message && getConversation(message, client.live.peek().own.user_id);
      if (to?.kind !== 'topic') return false;
      toggleMuted(client, to.channelId, to.topic);
      return true;
    },
  });
}

function viewImage(client: Client, narrow: Narrow, { id }: Message): boolean {
  const first = mediaIn(client, narrow).find(({ messageId }) => messageId === id);
  if (first === undefined) return false;
  lookedAt.value = { messageId: id, url: first.url };
  return true;
}

function openDialog(
  { live }: Client,
  message: Message,
  kind: MessageDialog,
  right: keyof MessageRights,
): boolean {
  if (!messageRights(live.peek(), message, serverSeconds(live))[right]) return false;
  overlay.value = { kind, id: message.id };
  return true;
}
