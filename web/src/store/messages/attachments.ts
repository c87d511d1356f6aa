/** The person's own files. `/register` does not include them: they are known after their list was fetched. */
import type { Attachment } from '../../../../wire/attachments.ts';
import type { EventOf } from '../../../../wire/events.ts';
import { defineNoun } from '../base/noun.ts';

type Attachments = Map<number, Attachment>;
type AttachmentState = { attachments: Attachments; uploadSpaceUsed: number | undefined };

function reduceAttachments(state: AttachmentState, event: EventOf<'attachment'>): void {
  state.uploadSpaceUsed = event.upload_space_used;
  if (event.op === 'remove') state.attachments.delete(event.attachment.id);
  else state.attachments.set(event.attachment.id, { ...event.attachment });
}

export const attachments = defineNoun({
  keys: [],
  state: {
    /** Files from events since the registration, or from a fetched list. */
    attachments: (): Attachments => new Map(),
    /** Bytes; undefined until an event contains it. */
    uploadSpaceUsed: (): number | undefined => undefined,
  },
  reducers: { attachment: reduceAttachments },
  fleeting: { attachments: 'dropped', uploadSpaceUsed: 'dropped' },
});
