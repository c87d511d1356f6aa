/** Restricts the queue of a channel's API key to events about that channel's messages. */
import { type LogEntry, isEditEvent, isMessageEvent } from '../log/index.ts';
import type { EventQueue } from './queue.ts';

export function isInOnlyChannel({ options: { onlyChannel } }: EventQueue, entry: LogEntry): boolean {
  return onlyChannel === undefined || getChannels(entry).every((id) => id === onlyChannel);
}

/** The channels of an entry; `undefined` stands for entries about no channel. */
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
