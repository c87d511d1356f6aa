import type { Attachment, AttachmentEvent } from '../../../../wire/attachments.ts';

export interface AttachmentFacts {
  id: number;
  name: string;
  path: string;
  size: number;
  created_at: number;
}

export function attachmentObject(
  { id, name, path, size, created_at }: AttachmentFacts,
  messageIds: readonly number[],
): Attachment {
  return {
    id,
    name,
    path_id: path,
    size,
    create_time: Math.floor(created_at / 1000),
    message_ids: [...messageIds],
  };
}

type Body<E> = E extends unknown ? Omit<E, 'id'> : never;

export function attachmentChanged(
  op: 'add' | 'update',
  attachment: Attachment,
  spaceUsed: number,
): Body<AttachmentEvent> {
  return { type: 'attachment', op, attachment, upload_space_used: spaceUsed };
}

export function attachmentRemoved(id: number, spaceUsed: number): Body<AttachmentEvent> {
  return { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: spaceUsed };
}
