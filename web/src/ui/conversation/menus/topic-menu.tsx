import {
  Bell,
  BellOff,
  BellRing,
  CheckCheck,
  CircleCheck,
  CircleDashed,
  FolderInput,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Sparkles,
  Trash2,
} from 'lucide-preact';
import { fetchTopicMessage, toggleResolved } from '../../../actions/messages/lookups.ts';
import { markRead } from '../../../actions/messages/marking-read.ts';
import { setPinned, setVisibility } from '../../../actions/topics.ts';
import type { Client } from '../../../connection/client.ts';
import { topicKey } from '../../../store/index.ts';
import { pinKey } from '../../../store/personal/pinned-topics.ts';
import { mayDeleteTopics, mayResolveTopics, maySummarize } from '../../../view/channels/channel-rights.ts';
import { mayMoveTopic } from '../../../view/messages/message-rights.ts';
import { topicName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { topicVisibility, type TopicVisibility } from '../../../view/channels/topic-visibility.ts';
import { Menu, type MenuItem } from '../../kit/overlays/menu.tsx';
import { useClient } from '../../page/client.tsx';
import { copyLink } from './copy-link.ts';
import { useMenuDialog } from '../../kit/overlays/use-menu-dialog.ts';
import { report } from '../../kit/toasts/report.ts';
import { DeleteTopic, MoveTopic, RenameTopic } from './topic-dialogs.tsx';
import { SummarizeTopic } from './topic-summary.tsx';

type Props = { channelId: number; topic: string; anchor: Element; onClose: () => void };

/** Everything that can be done with a topic. Stays mounted until a dialog that it opened is closed. */
export function TopicMenu(props: Props) {
  const { dialog, open, closeMenu } = useMenuDialog<Dialogs>(props.onClose);
  if (dialog === 'delete') return <DeleteTopic {...props} />;
  if (dialog === 'move') return <MoveTopic {...props} />;
  if (dialog === 'summarize') return <SummarizeTopic {...props} />;
  if (dialog === 'rename') return <RenameTopic {...props} />;
  return <Items {...props} open={open} onClose={closeMenu} />;
}

type Dialogs = 'delete' | 'move' | 'rename' | 'summarize';

function Items({ channelId, topic, anchor, onClose, open }: Props & { open: (next: Dialogs) => void }) {
  const client = useClient();
  const { live } = client;
  const items: MenuItem[] = [
    ...readingItems(client, channelId, topic),
    ...(maySummarize(live)
      ? [{ text: t('summary.open'), icon: Sparkles, onChoose: () => open('summarize') }]
      : []),
    'line',
    pinItem(client, channelId, topic),
    ...visibilityItems(client, channelId, topic),
    ...changeItems(client, { channelId, topic, open }),
  ];
  return <Menu anchor={anchor} label={topicName(live, topic).name} items={items} onClose={onClose} />;
}

function readingItems(client: Client, channelId: number, topic: string): MenuItem[] {
  const topics = client.live.get('unreads').channels.get(channelId);
  const unread = topics?.get(topicKey(topic))?.ids ?? new Set<number>();
  return [
    {
      text: t('sidebar.markRead'),
      icon: CheckCheck,
      isDisabled: unread.size === 0,
      onChoose: () => markRead(client, [...unread]),
    },
    {
      text: t('sidebar.copyLink'),
      icon: Link2,
      onChoose: () =>
        void fetchTopicMessage(client, channelId, topic).then(({ value }) =>
          copyLink({ kind: 'topic', channelId, topic }, value),
        ),
    },
  ];
}

type Changing = { channelId: number; topic: string; open: (next: Dialogs) => void };

/** What changes the topic for everyone, as far as it is permitted. */
function changeItems(client: Client, { channelId, topic, open }: Changing): MenuItem[] {
  const { live } = client;
  const channel = live.get('channels').get(channelId);
  if (channel === undefined) return [];
  const items: MenuItem[] = [];
  if (topic !== '' && mayResolveTopics(live, channel))
    items.push('line', resolveItem(client, channelId, topic));
  if (mayMoveTopic(live.peek(), channelId))
    items.push(
      ...(topic === ''
        ? []
        : [{ text: t('topicMenu.rename'), icon: Pencil, onChoose: () => open('rename') }]),
      { text: t('actions.moveTopic'), icon: FolderInput, onChoose: () => open('move') },
    );
  if (mayDeleteTopics(live, channel))
    items.push('line', {
      text: t('sidebar.deleteTopic'),
      icon: Trash2,
      isDanger: true,
      onChoose: () => open('delete'),
    });
  return items;
}

function resolveItem(client: Client, channelId: number, topic: string): MenuItem {
  const { isResolved } = topicName(client.live, topic);
  return {
    text: t(isResolved ? 'sidebar.unresolve' : 'sidebar.resolve'),
    icon: isResolved ? CircleDashed : CircleCheck,
    onChoose: () => void report(toggleResolved(client, channelId, topic).then(({ failure }) => failure)),
  };
}

function pinItem(client: Client, channelId: number, topic: string): MenuItem {
  const isPinned = client.live.get('pinnedTopics').has(pinKey(channelId, topic));
  return {
    text: t(isPinned ? 'sidebar.unpinTopic' : 'sidebar.pinTopic'),
    icon: isPinned ? PinOff : Pin,
    onChoose: () => void report(setPinned(client, channelId, topic, !isPinned)),
  };
}

/** Following, and the opposite of what the channel says; each turns off again what is on. */
function visibilityItems(client: Client, channelId: number, topic: string): MenuItem[] {
  const current = topicVisibility(client.live, channelId, topic);
  const isMutedChannel = client.live.get('subscriptions').get(channelId)?.is_muted === true;
  const item = (to: TopicVisibility, text: string, icon: typeof Bell) => ({
    text,
    icon,
    isChecked: current === to,
    onChoose: () => void report(setVisibility(client, channelId, topic, current === to ? 'inherit' : to)),
  });
  return [
    {
      ...(isMutedChannel
        ? item('unmuted', t('sidebar.unmuteTopic'), Bell)
        : item('muted', t('sidebar.muteTopic'), BellOff)),
      command: 'mute-topic',
    },
    item('followed', t('sidebar.follow'), BellRing),
  ];
}
