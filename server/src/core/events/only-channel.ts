/** What the queue of an API key of one channel may deliver: the messages of that channel, and what becomes of them. */
import { type LogEntry, isEditEvent, isMessageEvent } from '../log/index.ts';
import type { EventQueue } from './queue.ts';

export function isInOnlyChannel({ options: { onlyChannel } }: EventQueue, entry: LogEntry): boolean {
  return onlyChannel === undefined || getChannels(entry).every((id) => id === onlyChannel);
}

/** The channels that an entry is about; `undefined` stands for everything that is in none. */
function getChannels({ event, audience }: LogEntry): unknown[] {
  if (isMessageEvent(event)) return [event.message.stream_id];
  if (isEditEvent(event)) {
    const { stream_id: from, new_stream_id: to = from } = event.fields;
    return [from, to];
  }
  if (event.type === 'delete_message' || event.type === 'typing') return [event.stream_id];
  if (event.type === 'reaction' || event.type === 'submessage') return [audience.channel ?? audience.about];
  return [undefined];
}
