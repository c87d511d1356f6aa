/** Notices of moved topics. Loaded when the first one is shown. */
import type { EventOf } from '../../../../../wire/events.ts';
import type { Client } from '../../../connection/client.ts';
import type { Destination } from '../../../store/narrow/narrow.ts';
import { channelName, personName, topicName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { navigate } from '../../page/location.ts';

type Topic = Extract<Destination, { kind: 'topic' }>;
type Move = EventOf<'update_message'>;
/** `isWhole`: no messages are left in `from`. */
type MovedTopic = { from: Topic; to: Topic; isWhole: boolean };

export function showMove(client: Client, event: Move, { from, to, isWhole }: MovedTopic): void {
  if (isWhole) toast({ text: moveText(client, event, from, to) });
  else sayPart(client, event, to);
}

function sayPart(client: Client, event: Move, to: Topic): void {
  const { live } = client;
  toast({
    text: t('topic.partMovedBy', {
      name: mover(client, event),
      count: event.message_ids.length,
      channel: channelName(live, to.channelId),
      topic: topicName(live, to.topic).name,
    }),
    action: {
      text: t('topic.goThere'),
      onChoose: () =>
        navigate({ screen: 'narrow', narrow: to, near: event.message_ids.reduce((a, b) => Math.min(a, b)) }),
    },
  });
}

/** Users may not be loaded yet. */
function mover({ live }: Client, { user_id: id }: Move): string {
  const known = [...live.peek().messages.values()].find(({ sender_id }) => sender_id === id);
  return id === null ? t('people.unknown') : personName(live, id, known?.sender_full_name);
}

function moveText(client: Client, event: Move, from: Topic, to: Topic): string {
  const { live } = client;
  const name = mover(client, event);
  const [before, after] = [topicName(live, from.topic), topicName(live, to.topic)];
  const channel = channelName(live, to.channelId);
  if (from.channelId !== to.channelId) return t('topic.movedBy', { name, channel, topic: after.name });
  if (before.name !== after.name) return t('topic.renamedBy', { name, topic: after.name });
  return t(after.isResolved ? 'topic.resolvedBy' : 'topic.unresolvedBy', { name });
}
