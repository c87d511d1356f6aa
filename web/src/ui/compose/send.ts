import type { Client } from '../../client.ts';
import type { Target } from '../../store/drafts.ts';
import type { Live } from '../../store/live.ts';
import type { Destination } from '../../store/narrow.ts';
import { drafts } from './state.ts';

/** Code points beyond the limit. */
export function tooLongBy(live: Live, text: string): number {
  const most = live.get('organization').max_message_length ?? 10_000;
  return text.length <= most ? 0 : [...text].length - most;
}

/** Puts the draft of a place into the outbox. @returns the name of the field that is missing instead */
export function sendDraft(client: Client, to: Target): 'channel' | 'people' | undefined {
  const text = drafts.textOf(to).trim();
  if (to.kind === 'topic' && to.channelId === undefined) return 'channel';
  const destination: Destination =
    to.kind === 'direct' ? to : { kind: 'topic', channelId: to.channelId!, topic: to.topic.trim() };
  client.outbox.add(destination, text, client.sync.queueId ?? '');
  drafts.write(to, '');
  return undefined;
}
