/** When a whole topic gets another name or place, the page that shows it and what was written for it go along. */
import type { Event, EventOf } from '../../../../wire/events.ts';
import type { Client } from '../../client.ts';
import { wholeMove } from '../../store/channels/topics.ts';
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
  const move = wholeMove(event);
  if (move === undefined) return;
  const { from, to } = move;
  if (narrowKey(from) === narrowKey(to) || !client.live.peek().channels.has(to.channelId)) return;
  const isWriting = document.activeElement?.matches('.compose *') === true;
  drafts.move(from, to);
  for (const follow of followers) follow(from, to);
  const here = address.peek();
  if (here.screen !== 'narrow' || narrowKey(here.narrow) !== narrowKey(from)) return;
  navigate({ ...here, narrow: to }, 'replace');
  if (isWriting) wantFocus();
  if (event.user_id !== client.live.peek().own.user_id) toast({ text: moveText(client, event, from, to) });
}

function moveText({ live }: Client, { user_id }: Move, from: Topic, to: Topic): string {
  // The page may not know everybody yet.
  const known = [...live.peek().messages.values()].find(({ sender_id: id }) => id === user_id);
  const name = user_id === null ? t('people.unknown') : personName(live, user_id, known?.sender_full_name);
  const [before, after] = [topicName(live, from.topic), topicName(live, to.topic)];
  const channel = channelName(live, to.channelId);
  if (from.channelId !== to.channelId) return t('topic.movedBy', { name, channel, topic: after.name });
  if (before.name !== after.name) return t('topic.renamedBy', { name, topic: after.name });
  return t(after.isResolved ? 'topic.resolvedBy' : 'topic.unresolvedBy', { name });
}
