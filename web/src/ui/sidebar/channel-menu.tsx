import {
  Bell,
  BellOff,
  BellRing,
  CheckCheck,
  Link2,
  ListTree,
  LogOut,
  Palette,
  Pencil,
  Pin,
  PinOff,
  Settings,
} from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Subscription } from '../../../../wire/subscriptions.ts';
import { setPersonal, unsubscribe } from '../../actions/channels.ts';
import { markRead } from '../../actions/messages/marking-read.ts';
import type { Client } from '../../client.ts';
import { channelName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { topicRule } from '../../view/compose/writing-rights.ts';
import { ConfirmDialog } from '../base/overlays/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../base/overlays/menu.tsx';
import { isChannelExpanded } from '../../view/channels/sidebar.ts';
import { beginAt } from '../compose/state/state.ts';
import { useClient } from '../page/client.tsx';
import { navigate } from '../page/location.ts';
import { ColourPicker } from './colour-picker.tsx';
import { toggleChannel, topicsShown } from './expanded.ts';
import { copyLink, report } from './place-actions.ts';

type Props = { channelId: number; anchor: Element; onClose: () => void };

/** What one does with a channel from the left side. It stays until a dialog that it opened is closed. */
export function ChannelMenu({ channelId, anchor, onClose }: Props) {
  const [next, setNext] = useState<'menu' | 'colour' | 'leave'>('menu');
  if (next === 'colour') return <ColourPicker channelId={channelId} anchor={anchor} onClose={onClose} />;
  if (next === 'leave') return <Leave channelId={channelId} onClose={onClose} />;
  return <Items channelId={channelId} anchor={anchor} onClose={onClose} open={setNext} />;
}

function Items({ channelId, anchor, onClose, open }: Props & { open: (next: 'colour' | 'leave') => void }) {
  const client = useClient();
  const { live } = client;
  const personal = live.get('subscriptions').get(channelId);
  const isPrivate = live.get('channels').get(channelId)?.invite_only === true;
  const unread = [...(live.get('unreads').channels.get(channelId)?.values() ?? [])].flatMap(({ ids }) => [
    ...ids,
  ]);
  const narrow = { kind: 'channel', channelId } as const;
  const close = { isOpen: true };
  const later = (next: 'colour' | 'leave') => () => {
    close.isOpen = false;
    open(next);
  };
  const leave = isPrivate ? later('leave') : () => void report(unsubscribe(client, channelId));
  const items: MenuItem[] = [
    {
      text: t('sidebar.markRead'),
      icon: CheckCheck,
      isDisabled: unread.length === 0,
      onChoose: () => markRead(client, unread),
    },
    {
      text: t(topicRule(live, channelId) === 'none' ? 'compose.region' : 'compose.newTopic'),
      icon: Pencil,
      onChoose: () => beginAt(narrow, { kind: 'topic', channelId, topic: '' }),
    },
    { text: t('sidebar.copyLink'), icon: Link2, onChoose: () => copyLink(narrow) },
  ];
  const isExpanded = isChannelExpanded(channelId, topicsShown.value);
  if (personal !== undefined)
    items.push({
      text: t(isExpanded ? 'sidebar.hideTopics' : 'sidebar.showTopics'),
      icon: ListTree,
      onChoose: () => toggleChannel(client, channelId, isExpanded),
    });
  if (personal !== undefined)
    items.push('line', ...personalItems(client, channelId, personal), {
      text: t('sidebar.colour'),
      icon: Palette,
      onChoose: later('colour'),
    });
  items.push('line', {
    text: t('sidebar.channelSettings'),
    icon: Settings,
    onChoose: () => navigate({ screen: 'channels', page: String(channelId) }),
  });
  if (personal !== undefined)
    items.push({ text: t('sidebar.unsubscribe'), icon: LogOut, isDanger: true, onChoose: leave });
  // The menu closes before what was chosen is done; what opens something else keeps this place alive.
  const end = () => queueMicrotask(() => close.isOpen && onClose());
  return <Menu anchor={anchor} label={channelName(live, channelId)} items={items} onClose={end} />;
}

/** Appearance and notifications of the channel for this person. */
function personalItems(
  client: Client,
  channelId: number,
  { is_muted: isMuted, pin_to_top: isPinned }: Pick<Subscription, 'is_muted' | 'pin_to_top'>,
): MenuItem[] {
  return [
    {
      text: t(isMuted ? 'sidebar.unmuteChannel' : 'sidebar.muteChannel'),
      icon: isMuted ? Bell : BellOff,
      onChoose: () => void report(setPersonal(client, channelId, 'is_muted', !isMuted)),
    },
    {
      text: t('sidebar.notifications'),
      icon: BellRing,
      onChoose: () => navigate({ screen: 'channels', page: `${channelId}/personal` }),
    },
    {
      text: t(isPinned ? 'sidebar.unpin' : 'sidebar.pin'),
      icon: isPinned ? PinOff : Pin,
      onChoose: () => void report(setPersonal(client, channelId, 'pin_to_top', !isPinned)),
    },
  ];
}

/** Someone who leaves a private channel cannot subscribe again without help. */
function Leave({ channelId, onClose }: { channelId: number; onClose: () => void }) {
  const client = useClient();
  const channel = channelName(client.live, channelId);
  return (
    <ConfirmDialog
      title={t('sidebar.leaveTitle', { channel })}
      action={t('sidebar.unsubscribe')}
      onConfirm={() => {
        onClose();
        void report(unsubscribe(client, channelId));
      }}
      onClose={onClose}
    >
      <p>{t('sidebar.leavePrivate')}</p>
    </ConfirmDialog>
  );
}
