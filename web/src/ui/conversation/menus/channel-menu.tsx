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
import type { Subscription } from '../../../../../wire/subscriptions.ts';
import { setPersonal, unsubscribe } from '../../../actions/channels.ts';
import { markRead } from '../../../actions/messages/marking-read.ts';
import type { Client } from '../../../connection/client.ts';
import { channelName, channelColor } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { topicRule } from '../../../view/compose/writing-rights.ts';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { Menu, type MenuItem } from '../../kit/overlays/menu.tsx';
import { isChannelExpanded } from '../../../view/channels/sidebar.ts';
import { beginAt } from '../../compose/state/state.ts';
import { useClient } from '../../page/client.tsx';
import { address, navigate } from '../../page/location.ts';
import { toggleChannel, topicsShownAt } from './expanded.ts';
import { copyLink } from './copy-link.ts';
import { useMenuDialog } from '../../kit/overlays/use-menu-dialog.ts';
import { report } from '../../kit/toasts/report.ts';
import { Popover } from '../../kit/overlays/popover.tsx';
import './colour-picker.css';

type Props = { channelId: number; anchor: Element; onClose: () => void };

/** Everything that can be done with a channel from the sidebar. Stays mounted until a dialog that it opened is closed. */
export function ChannelMenu({ channelId, anchor, onClose }: Props) {
  const { dialog, open, closeMenu } = useMenuDialog<Dialogs>(onClose);
  if (dialog === 'colour') return <ColourPicker channelId={channelId} anchor={anchor} onClose={onClose} />;
  if (dialog === 'leave') return <Leave channelId={channelId} onClose={onClose} />;
  return <Items channelId={channelId} anchor={anchor} onClose={closeMenu} open={open} />;
}

type Dialogs = 'colour' | 'leave';

function Items({ channelId, anchor, onClose, open }: Props & { open: (next: Dialogs) => void }) {
  const client = useClient();
  const { live } = client;
  const personal = live.get('subscriptions').get(channelId);
  const isPrivate = live.get('channels').get(channelId)?.invite_only === true;
  const items: MenuItem[] = [
    ...readingItems(client, channelId),
    ...(personal === undefined
      ? []
      : ([
          topicsItem(client, channelId),
          'line',
          ...personalItems(client, channelId, personal),
          { text: t('sidebar.colour'), icon: Palette, onChoose: () => open('colour') },
        ] as const)),
    'line',
    {
      text: t('sidebar.channelSettings'),
      icon: Settings,
      onChoose: () => navigate({ screen: 'channels', page: String(channelId) }),
    },
  ];
  if (personal !== undefined)
    items.push({
      text: t('sidebar.unsubscribe'),
      icon: LogOut,
      isDanger: true,
      onChoose: isPrivate ? () => open('leave') : () => void report(unsubscribe(client, channelId)),
    });
  return <Menu anchor={anchor} label={channelName(live, channelId)} items={items} onClose={onClose} />;
}

function readingItems(client: Client, channelId: number): MenuItem[] {
  const { live } = client;
  const topics = live.get('unreads').channels.get(channelId);
  const unread = [...(topics?.values() ?? [])].flatMap(({ ids }) => [...ids]);
  const narrow = { kind: 'channel', channelId } as const;
  return [
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
}

function topicsItem(client: Client, channelId: number): MenuItem {
  const isExpanded = isChannelExpanded(channelId, topicsShownAt(address.value));
  return {
    text: t(isExpanded ? 'sidebar.hideTopics' : 'sidebar.showTopics'),
    icon: ListTree,
    command: isExpanded ? 'left' : 'right',
    onChoose: () => toggleChannel(client, channelId, isExpanded),
  };
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

/** Different enough to distinguish dots of 8 px. */
const colours = [
  '#c0504d',
  '#cf7a30',
  '#b8912c',
  '#8a9a3b',
  '#4f9a52',
  '#2e8b72',
  '#3a95b5',
  '#4a7fd0',
  '#6470d8',
  '#8a66c8',
  '#b05bb0',
  '#c25584',
  '#8a5a44',
  '#6f7680',
  '#4d6b8a',
  '#50804d',
] as const;

/** The person's own colour for a channel. */
function ColourPicker({ channelId, anchor, onClose }: Props) {
  const client = useClient();
  const current = channelColor(client.live, channelId)?.toLowerCase();
  const choose = (colour: string) => {
    void report(setPersonal(client, channelId, 'color', colour));
    onClose();
  };
  return (
    <Popover anchor={anchor} label={t('sidebar.colour')} onClose={onClose}>
      <div class="colour-picker">
        {colours.map((colour, i) => (
          <button
            key={colour}
            type="button"
            class="colour-picker-one"
            aria-label={t('sidebar.colourNumber', { count: i + 1 })}
            aria-pressed={colour === current}
            style={{ background: colour }}
            onClick={() => choose(colour)}
          />
        ))}
        <label class="colour-picker-own">
          <input
            type="color"
            value={current ?? '#6470d8'}
            // `onChange` fires when the browser's picker is closed; `onInput` would save each colour on the way.
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {t('sidebar.ownColour')}
        </label>
      </div>
    </Popover>
  );
}
