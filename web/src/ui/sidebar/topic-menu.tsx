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
import { useState } from 'preact/hooks';
import { findTopicMessage, toggleResolved } from '../../actions/messages/lookups.ts';
import { markRead } from '../../actions/messages/marking-read.ts';
import { setPinned, setVisibility } from '../../actions/topics.ts';
import type { Client } from '../../client.ts';
import { topicKey } from '../../store/index.ts';
import { pinKey } from '../../store/personal/pinned-topics.ts';
import { mayDeleteTopics, mayResolveTopics, maySummarize } from '../../view/channels/channel-rights.ts';
import { mayMoveTopic } from '../../view/messages/message-rights.ts';
import { topicName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { topicVisibility, type TopicVisibility } from '../../view/channels/topic-visibility.ts';
import { Menu, type MenuItem } from '../base/overlays/menu.tsx';
import { useClient } from '../page/client.tsx';
import { copyLink, report } from './place-actions.ts';
import { DeleteTopic, MoveTopic, RenameTopic } from './topic-dialogs.tsx';
import { SummarizeTopic } from './topic-summary.tsx';

type Props = { channelId: number; topic: string; anchor: Element; onClose: () => void };

/** What one does with a topic, wherever it is shown. */
export function TopicMenu(props: Props) {
  const [next, setNext] = useState<'menu' | Dialogs>('menu');
  if (next === 'delete') return <DeleteTopic {...props} />;
  if (next === 'move') return <MoveTopic {...props} />;
  if (next === 'summarize') return <SummarizeTopic {...props} />;
  if (next === 'rename') return <RenameTopic {...props} />;
  return <Items {...props} open={setNext} />;
}

type Dialogs = 'delete' | 'move' | 'rename' | 'summarize';

function Items({ channelId, topic, anchor, onClose, open }: Props & { open: (next: Dialogs) => void }) {
  const client = useClient();
  const { live } = client;
  const channel = live.get('channels').get(channelId);
  const narrow = { kind: 'topic', channelId, topic } as const;
  const { name, isResolved } = topicName(live, topic);
  const unread = live.get('unreads').channels.get(channelId)?.get(topicKey(topic))?.ids ?? new Set<number>();
  const close = { isOpen: true };
  const later = (next: Dialogs) => () => {
    close.isOpen = false;
    open(next);
  };
  const items: MenuItem[] = [
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
        void findTopicMessage(client, channelId, topic).then(({ value }) => copyLink(narrow, value)),
    },
    ...(maySummarize(live)
      ? [{ text: t('summary.open'), icon: Sparkles, onChoose: later('summarize') }]
      : []),
    'line',
    pinItem(client, channelId, topic),
    ...visibilityItems(
      topicVisibility(live, channelId, topic),
      isMutedChannel(),
      (to) => void report(setVisibility(client, channelId, topic, to)),
    ),
  ];
  function isMutedChannel(): boolean {
    return live.get('subscriptions').get(channelId)?.is_muted === true;
  }
  if (channel !== undefined && name !== '' && topic !== '' && mayResolveTopics(live, channel))
    items.push('line', {
      text: t(isResolved ? 'sidebar.unresolve' : 'sidebar.resolve'),
      icon: isResolved ? CircleDashed : CircleCheck,
      onChoose: () => void report(toggleResolved(client, channelId, topic).then(({ failure }) => failure)),
    });
  if (channel !== undefined && mayMoveTopic(live.peek(), channelId))
    items.push(
      ...(topic === '' ? [] : [{ text: t('topicMenu.rename'), icon: Pencil, onChoose: later('rename') }]),
      { text: t('actions.moveTopic'), icon: FolderInput, onChoose: later('move') },
    );
  if (channel !== undefined && mayDeleteTopics(live, channel))
    items.push('line', {
      text: t('sidebar.deleteTopic'),
      icon: Trash2,
      isDanger: true,
      onChoose: later('delete'),
    });
  // The menu closes before what was chosen is done; what opens a dialog keeps this place alive.
  const end = () => queueMicrotask(() => close.isOpen && onClose());
  return <Menu anchor={anchor} label={name} items={items} onClose={end} />;
}

function pinItem(client: Client, channelId: number, topic: string): MenuItem {
  const isPinned = client.live.get('pinnedTopics').has(pinKey(channelId, topic));
  return {
    text: t(isPinned ? 'sidebar.unpinTopic' : 'sidebar.pinTopic'),
    icon: isPinned ? PinOff : Pin,
    onChoose: () => void report(setPinned(client, channelId, topic, !isPinned)),
  };
}

/** Three of the four: what the channel says, or its opposite, and following. */
function visibilityItems(
  now: TopicVisibility,
  isMutedChannel: boolean,
  set: (to: TopicVisibility) => void,
): MenuItem[] {
  const item = (to: TopicVisibility, text: string, icon: typeof Bell): MenuItem => ({
    text,
    icon,
    isChecked: now === to,
    onChoose: () => set(now === to ? 'inherit' : to),
  });
  return [
    isMutedChannel
      ? item('unmuted', t('sidebar.unmuteTopic'), Bell)
      : item('muted', t('sidebar.muteTopic'), BellOff),
    item('followed', t('sidebar.follow'), BellRing),
  ];
}
