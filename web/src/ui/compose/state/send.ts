import type { Client } from '../../../connection/client.ts';
import type { Target } from '../../../store/writing/drafts.ts';
import type { Live } from '../../../store/live.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { drafts } from './state.ts';
import { getDestination } from './written.ts';

/** Code points up to the limit; negative above it. */
export function roomLeft(live: Live, text: string): number {
  const most = live.get('organization').max_message_length ?? 10_000;
  // Counting takes a while, and the number is not shown far from the limit.
  return text.length < most - nearLimit ? most - text.length : most - [...text].length;
}

/** Up to this number, the remaining length is shown. */
export const nearLimit = 1000;

/** Code points above the limit. */
export const tooLongBy = (live: Live, text: string): number => Math.max(0, -roomLeft(live, text));

/**
 * Focuses the field of the destination: people, the topic, or the channel if there is none yet.
 * @returns whether there is a field
 */
export function focusPlace(to: Target): boolean {
  const named = to.kind === 'topic' && to.channelId !== undefined ? 'topic' : 'channel';
  const name = to.kind === 'topic' ? named : 'people';
  const field = document.querySelector<HTMLElement>(`.compose [name=${name}]`);
  field?.focus();
  return field !== null;
}

/**
 * Moves the draft of a destination to the outbox.
 * @returns undefined if the destination is incomplete
 */
export function sendDraft(client: Client, to: Target): OutboxItem | undefined {
  const destination = getDestination(to);
  if (destination === undefined) return undefined;
  const item = client.outbox.add(destination, drafts.getText(to).trim(), client.sync.queueId ?? '');
  drafts.write(to, '');
  return item;
}
