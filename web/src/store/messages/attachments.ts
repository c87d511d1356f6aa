/** The reader's own files. `/register` tells of none: they are known once their list was fetched. */
import type { Attachment } from '../../../../wire/attachments.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { State } from '../index.ts';

export type Attachments = Map<number, Attachment>;

export function reduceAttachments(state: State, event: EventOf<'attachment'>): void {
  state.uploadSpaceUsed = event.upload_space_used;
  if (event.op === 'remove') state.attachments.delete(event.attachment.id);
  else state.attachments.set(event.attachment.id, { ...event.attachment });
}
