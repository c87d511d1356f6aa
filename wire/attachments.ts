/** Uploads: uploading files, listing one's own, and their events. */
import { Exact, Id, Ids, Type, UnixSeconds, type Static, type Examples } from './core.ts';

/** POST /user_uploads, with one file in a multipart body. */
export const UploadResponse = Exact({
  // Path of the file on the server.
  url: Type.String(),
  // Deprecated: same as url.
  uri: Type.String(),
  // The sanitized file name, for the text of a link.
  filename: Type.String(),
});
export type UploadResponse = Static<typeof UploadResponse>;

/** GET /user_uploads/{realm_id_str}/{filename}: the parts of the file's path. */
export const UploadPath = Type.Object({ realm_id_str: Type.Integer(), filename: Type.String() });

/** GET /thumbnail/status/{realm_id_str}/{filename} */
export const ThumbnailStatusResponse = Exact({ has_thumbnail: Type.Boolean() });

/** A URL that works for a minute without signing in. */
export const TemporaryUrlResponse = Exact({ url: Type.String() });

/** A file, in events to its owner. */
export const Attachment = Exact({
  id: Id,
  name: Type.String(),
  // The path below `/user_uploads/`.
  path_id: Type.String(),
  // Bytes.
  size: Type.Integer(),
  create_time: UnixSeconds,
  // Messages that link to it.
  message_ids: Ids,
});
export type Attachment = Static<typeof Attachment>;

/** GET /attachments */
export const GetAttachmentsResponse = Exact({
  attachments: Type.Array(Attachment),
  // Total size of the organization's files in bytes.
  upload_space_used: Type.Integer(),
});
export type GetAttachmentsResponse = Static<typeof GetAttachmentsResponse>;

/** DELETE /attachments/{attachment_id} */
export const AttachmentPath = Type.Object({ attachment_id: Id });

const attachmentEvent = {
  id: Type.Integer(),
  type: Type.Literal('attachment'),
  upload_space_used: Type.Integer(),
};

export const AttachmentEvent = Type.Union([
  Exact({ ...attachmentEvent, op: Type.Literal('add'), attachment: Attachment }),
  Exact({ ...attachmentEvent, op: Type.Literal('update'), attachment: Attachment }),
  Exact({ ...attachmentEvent, op: Type.Literal('remove'), attachment: Exact({ id: Id }) }),
]);
export type AttachmentEvent = Static<typeof AttachmentEvent>;

export const attachmentEvents = { attachment: AttachmentEvent };

export const attachmentExamples: Examples<typeof attachmentEvents> = {
  attachment: {
    'a file shown by a message': {
      id: 1,
      type: 'attachment',
      op: 'update',
      attachment: {
        id: 3,
        name: 'plan.pdf',
        path_id: '2/ab/plan.pdf',
        size: 512,
        create_time: 1_767_323_000,
        message_ids: [3],
      },
      upload_space_used: 512,
    },
    'a file that is gone': {
      id: 1,
      type: 'attachment',
      op: 'remove',
      attachment: { id: 3 },
      upload_space_used: 0,
    },
  },
};
