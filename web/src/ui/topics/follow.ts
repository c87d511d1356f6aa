/** When a topic is renamed or moved, the page that shows it and its draft follow. */
import type { Event, EventOf } from '../../../../wire/events.ts';
import type { Client } from '../../client.ts';
import { partialMove, wholeMove } from '../../store/channels/topics.ts';
import { narrowKey, type Destination } from '../../store/messages/narrow.ts';
import { channelName, personName, topicName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { toast } from '../base/overlays/toast.tsx';
import { drafts, followers, wantFocus } from '../compose/state/state.ts';
import { address, navigate } from '../page/location.ts';

type Topic = Extract<Destination, { kind: 'topic' }>;
type Move = EventOf<'update_message'>;

export function followMoves(client: Client, events: readonly Event[]): void {
  for (const event of events) if (event.type === 'update_message') followMove(client, event);
}

function followMove(client: Client, event: Move): void {
  const move = wholeMove(event) ?? partialMove(event);
  if (move === undefined) return;
  const { from, to } = move;
  const isVisible = client.live.peek().channels.has(to.channelId);
  if (narrowKey(from) === narrowKey(to) || !isVisible) return;
  const isOwn = event.user_id === client.live.peek().own.user_id;
  const isOpen = isShown(from);
  const isWhole = wholeMove(event) !== undefined || (isOpen && isEmptied(client, from));
  if (isWhole) followTopic(client, from, to);
  if (!isOpen || isOwn) return;
  if (isWhole) toast({ text: moveText(client, event, from, to) });
  else sayPart(client, event, to);
}

/** Moves the draft, and the page if it shows the topic. */
export function followTopic({ live }: Client, from: Topic, to: Topic): void {
  if (narrowKey(from) === narrowKey(to) || !live.peek().channels.has(to.channelId)) return;
  const isWriting = document.activeElement?.matches('.compose *') === true;
  drafts.move(from, to);
  for (const follow of followers) follow(from, to);
  const here = address.peek();
  if (here.screen !== 'narrow' || !isShown(from)) return;
  navigate({ ...here, narrow: to }, 'replace');
  if (isWriting) wantFocus();
}

function isShown(topic: Topic): boolean {
  const here = address.peek();
  return here.screen === 'narrow' && narrowKey(here.narrow) === narrowKey(topic);
}

/** Whether no messages of the topic are left, so that it was moved as a whole. */
function isEmptied({ history }: Client, topic: Topic): boolean {
  const { ids, oldest, newest } = history.open(topic);
  return ids.peek().length === 0 && oldest.peek() && newest.peek();
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
