/** When a topic is renamed or moved, the page that shows it and its draft follow. */
import type { Event, EventOf } from '../../../../../wire/events.ts';
import type { Client } from '../../../connection/client.ts';
import { partialMove, wholeMove } from '../../../store/channels/topics.ts';
import { narrowKey, type Destination } from '../../../store/narrow/narrow.ts';
import { drafts, followers, topicFollowers, wantFocus } from '../../compose/state/state.ts';
import { address, navigate } from '../../page/location.ts';

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
  void import('./move-notices.ts').then(
    (notices) => notices.showMove(client, event, { from, to, isWhole }),
    () => undefined,
  );
}

/** Moves the draft, and the page if it shows the topic. */
export function followTopic({ live }: Client, from: Topic, to: Topic): void {
  if (narrowKey(from) === narrowKey(to) || !live.peek().channels.has(to.channelId)) return;
  const isWriting = document.activeElement?.matches('.compose *') === true;
  drafts.move(from, to);
  for (const follow of [...followers, ...topicFollowers]) follow(from, to);
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
