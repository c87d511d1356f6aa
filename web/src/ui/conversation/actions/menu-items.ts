/** The menu of a message: only actions that the person may take now. */
import {
  Bell,
  BellRing,
  ChevronsDownUp,
  ChevronsUpDown,
  Eye,
  Flag,
  FolderInput,
  Forward,
  History,
  Info,
  Link,
  MailOpen,
  Pencil,
  Pin,
  PinOff,
  Quote,
  Reply,
  SmilePlus,
  Star,
  Trash2,
  Users,
} from 'lucide-preact';
import type { Message } from '../../../../../wire/messages.ts';
import type { Client } from '../../../connection/client.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { messageRights } from '../../../view/messages/message-rights.ts';
import { mayPin } from '../../../view/messages/pin-rights.ts';
import { t } from '../../../view/text/text.ts';
import { copyText } from '../../kit/toasts/clipboard.ts';
import type { MenuItem } from '../../kit/overlays/menu.tsx';
import { openCompose } from '../../compose/state/state.ts';
import { togglePinned } from './pinning.ts';
import { collapse, markUnread, star } from './commands.ts';
import { forward, getLink, quote } from './quoting.ts';
import { beginEdit } from './edit.ts';
import { overlay, type MessageDialog } from './state.ts';
import { shownNarrow } from '../../page/shown-narrow.ts';

type OfferedItem = Exclude<MenuItem, 'line'> | false;

export function messageMenu(client: Client, message: Message, anchor: Element): MenuItem[] {
  const groups = [
    replyItems(client, message, anchor),
    keeping(client, message),
    looking(client, message),
    changing(client, message),
  ];
  return groups
    .map((group) => group.filter((item) => item !== false))
    .filter((group) => group.length > 0)
    .flatMap<MenuItem>((group, index) => (index === 0 ? group : ['line', ...group]));
}

const opens =
  (kind: MessageDialog, { id }: Message) =>
  () => {
    overlay.value = { kind, id };
  };

function replyItems(client: Client, message: Message, anchor: Element): OfferedItem[] {
  const { id } = message;
  const ownId = client.live.peek().own.user_id;
  return [
    {
      text: t('messages.reply'),
      icon: Reply,
      command: 'reply',
      onChoose: () => openCompose(getConversation(message, ownId)),
    },
    { text: t('actions.quote'), icon: Quote, command: 'quote', onChoose: () => void quote(client, id) },
    {
      text: t('actions.forward'),
      icon: Forward,
      command: 'forward',
      onChoose: () => void forward(client, id),
    },
    {
      text: t('messages.react'),
      icon: SmilePlus,
      command: 'react',
      onChoose: () => (overlay.value = { kind: 'react', id, anchor }),
    },
  ];
}

function keeping(client: Client, message: Message): OfferedItem[] {
  const { id, flags } = message;
  const isStarred = client.live.peek().starred.has(id);
  const isPinned = client.live.peek().pinnedMessages.has(id);
  const isCollapsed = flags.includes('collapsed');
  return [
    {
      text: t(isStarred ? 'messages.unstar' : 'messages.star'),
      icon: Star,
      command: 'star',
      onChoose: () => void star(client, id),
    },
    mayPin(client.live.peek(), message) && {
      text: t(isPinned ? 'pins.unpin' : 'pins.pin'),
      icon: isPinned ? PinOff : Pin,
      command: 'pin-message',
      onChoose: () => togglePinned(client, message),
    },
    {
      text: t('actions.markUnread'),
      icon: MailOpen,
      command: 'mark-unread',
      onChoose: () => void markUnread(client, shownNarrow.peek(), id),
    },
    { text: t('actions.remind'), icon: Bell, onChoose: opens('remind', message) },
    {
      text: t(isCollapsed ? 'actions.expand' : 'actions.collapse'),
      icon: isCollapsed ? ChevronsUpDown : ChevronsDownUp,
      command: 'show-more',
      onChoose: () => void collapse(client, id),
    },
  ];
}

function looking(client: Client, message: Message): OfferedItem[] {
  const rights = messageRights(client.live.peek(), message, serverSeconds(client.live));
  return [
    {
      text: t('actions.copyLink'),
      icon: Link,
      onChoose: () => void copyText(getLink(client, message.id), t('actions.linkCopied')),
    },
    { text: t('actions.information'), icon: Info, onChoose: opens('source', message) },
    message.sender_id !== client.live.peek().own.user_id && {
      text: t('whyNotified.title'),
      icon: BellRing,
      onChoose: opens('notification', message),
    },
    message.reactions.length > 0 && {
      text: t('actions.reactions'),
      icon: Users,
      onChoose: opens('reactions', message),
    },
    rights.seeReceipts && {
      text: t('actions.receipts'),
      icon: Eye,
      command: 'receipts',
      onChoose: opens('receipts', message),
    },
    rights.seeHistory && {
      text: t('actions.history'),
      icon: History,
      command: 'history',
      onChoose: opens('history', message),
    },
  ];
}

function changing(client: Client, message: Message): OfferedItem[] {
  const rights = messageRights(client.live.peek(), message, serverSeconds(client.live));
  const { id } = message;
  return [
    rights.edit && {
      text: t('common.edit'),
      icon: Pencil,
      command: 'edit',
      onChoose: () => void beginEdit(client, id),
    },
    (rights.moveTopic || rights.moveChannel) && {
      text: t('actions.move'),
      icon: FolderInput,
      command: 'move',
      onChoose: opens('move', message),
    },
    rights.report && { text: t('actions.report'), icon: Flag, onChoose: opens('report', message) },
    rights.delete && {
      text: t('actions.delete'),
      icon: Trash2,
      isDanger: true,
      onChoose: opens('delete', message),
    },
  ];
}
