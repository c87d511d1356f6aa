/** A changed message as the log keeps it: with everyone's flags. */
import type { UpdateMessageEvent } from '../../../../wire/edits.ts';
import type { EventBody } from './entry.ts';

/** The fields of the API's event that are the same for everyone. */
export type EditFields = Omit<UpdateMessageEvent, 'id' | 'type' | 'flags'>;

/** People by what the message is to them, as bits of flags. */
export type ReaderFlags = readonly (readonly [bits: number, userIds: readonly number[]])[];

export interface EditEvent extends EventBody {
  type: 'update_message';
  fields: EditFields;
  /** Those to whom it is more, or less, than something old that they have read. */
  readers: ReaderFlags;
}

export const isEditEvent = (event: EventBody): event is EditEvent => event.type === 'update_message';
