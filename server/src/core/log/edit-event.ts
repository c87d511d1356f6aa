/** An edited message in the log, with everyone's flags. */
import type { UpdateMessageEvent } from '../../../../wire/edits.ts';
import type { EventBody } from './entry.ts';

/** The event's fields that are the same for all readers. */
export type EditFields = Omit<UpdateMessageEvent, 'id' | 'type' | 'flags'>;

/** Users by their relation to the message, as flag bits. */
export type ReaderFlags = readonly (readonly [bits: number, userIds: readonly number[]])[];

export interface EditEvent extends EventBody {
  type: 'update_message';
  fields: EditFields;
  /** Readers whose flags differ from those of an ordinary read message. */
  readers: ReaderFlags;
}

export const isEditEvent = (event: EventBody): event is EditEvent => event.type === 'update_message';
