import { Bell, BellOff, BellRing, CheckCheck, CircleCheck, CircleDashed, Link2, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { markRead } from '../../actions/messages.ts';
import { deleteTopic, setVisibility, toggleResolved } from '../../actions/topics.ts';
import { topicKey } from '../../store/index.ts';
import { mayDeleteTopics, mayResolveTopics } from '../../view/channel-rights.ts';
import { topicName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { topicVisibility, type TopicVisibility } from '../../view/topic-visibility.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Menu, type MenuItem } from '../base/menu.tsx';
import { useClient } from '../page/client.tsx';
import { copyLink, tell } from './place-actions.ts';

type Props = { channelId: number; topic: string; anchor: Element; onClose: () => void };

/** What one does with a topic from the left side. */
export function TopicMenu(props: Props) {
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting) return <Delete {...props} />;
  return <Items {...props} onDelete={() => setDeleting(true)} />;
}

function Items({ channelId, topic, anchor, onClose, onDelete }: Props & { onDelete: () => void }) {
  const client = useClient();
  const { live } = client;
  const channel = live.get('channels').get(channelId);
  const narrow = { kind: 'topic', channelId, topic } as const;
  const { name, isResolved } = topicName(live, topic);
  const unread = live.get('unreads').channels.get(channelId)?.get(topicKey(topic))?.ids ?? new Set<number>();
  const close = { isOpen: true };
  const items: MenuItem[] = [
    {
      text: t('sidebar.markRead'),
      icon: CheckCheck,
      isDisabled: unread.size === 0,
      onChoose: () => markRead(client, [...unread]),
    },
    { text: t('sidebar.copyLink'), icon: Link2, onChoose: () => copyLink(narrow) },
    'line',
    ...visibilityItems(
      topicVisibility(live, channelId, topic),
      isMutedChannel(),
      (to) => void tell(setVisibility(client, channelId, topic, to)),
    ),
  ];
  function isMutedChannel(): boolean {
    return live.get('subscriptions').get(channelId)?.is_muted === true;
  }
  if (channel !== undefined && name !== '' && topic !== '' && mayResolveTopics(live, channel))
    items.push('line', {
      text: t(isResolved ? 'sidebar.unresolve' : 'sidebar.resolve'),
      icon: isResolved ? CircleDashed : CircleCheck,
      onChoose: () => void tell(toggleResolved(client, channelId, topic)),
    });
  if (channel !== undefined && mayDeleteTopics(live, channel))
    items.push('line', {
      text: t('sidebar.deleteTopic'),
      icon: Trash2,
      isDanger: true,
      onChoose: () => {
        close.isOpen = false;
        onDelete();
      },
    });
  // The menu closes before what was chosen is done; what opens a dialog keeps this place alive.
  const end = () => queueMicrotask(() => close.isOpen && onClose());
  return <Menu anchor={anchor} label={name} items={items} onClose={end} />;
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

function Delete({ channelId, topic, onClose }: Props) {
  const client = useClient();
  const { name } = topicName(client.live, topic);
  return (
    <Dialog
      size="small"
      title={t('sidebar.deleteTitle', { topic: name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              void tell(deleteTopic(client, channelId, topic));
            }}
          >
            {t('sidebar.deleteTopic')}
          </Button>
        </>
      }
    >
      <p>{t('sidebar.deleteHint')}</p>
    </Dialog>
  );
}
