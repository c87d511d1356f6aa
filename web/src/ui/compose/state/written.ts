/** Where the person writes, or has written last from another conversation: there leads a key. */
import { computed } from '@preact/signals';
import { narrowKey, type Destination } from '../../../store/narrow/narrow.ts';
import type { Target } from '../../../store/writing/drafts.ts';
import { navigate } from '../../page/location.ts';
import { aim, target } from './state.ts';

let latest: Destination | undefined;

export function noteWritten(to: Destination): void {
  latest = to;
}

/** Undefined while the destination is incomplete. */
export function getDestination(to: Target): Destination | undefined {
  if (to.kind === 'direct') return to;
  if (to.channelId === undefined) return undefined;
  return { kind: 'topic', channelId: to.channelId, topic: to.topic.trim() };
}

/** The key of the conversation that the next message goes to, if it is not the one on the screen. Rows of others are faded. */
export const aimKey = computed((): string | undefined => {
  const to = aim.value && getDestination(aim.value);
  return to && narrowKey(to);
});

export const goToDestination = (narrow: Destination): void => navigate({ screen: 'narrow', narrow });

/** Opens the conversation of the current draft, otherwise the last one written to from elsewhere. */
export function goToWritten(): boolean {
  const isWriting = document.activeElement?.matches('.compose *') === true;
  const open = isWriting ? target.peek() : undefined;
  const to = (open && getDestination(open)) ?? latest;
  if (to !== undefined) goToDestination(to);
  return to !== undefined;
}
