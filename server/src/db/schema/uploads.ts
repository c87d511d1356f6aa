/** The tables of uploaded files; for the forms of values see `schema.ts`. */
import type { Generated } from 'kysely';

/** An uploaded file. */
export interface AttachmentTable {
  id: Generated<number>;
  org_id: number;
  owner_id: number;
  /** What follows `/user_uploads/` in its address, and its key in the file store. */
  path: string;
  /** The file name that its owner gave it. */
  name: string;
  size: number;
  content_type: string;
  created_at: number;
  /** Null while a message claims it; when a while has passed since, the file is removed. */
  unclaimed_since: number | null;
  /** Pixels of an image as it is shown. */
  width: number | null;
  height: number | null;
  is_animated: Generated<number>;
  /** Whether there are smaller images of it: `none`, `awaited` or `ready`. */
  thumbnails: Generated<string>;
  /** What is said in an audio file, once a reader has asked for it. */
  transcript: string | null;
}

/** A message that links to a file, so that readers of the message may read the file. */
interface AttachmentClaimTable {
  attachment_id: number;
  message_id: number;
}

/** The bytes of all attachments of an organization. */
interface UploadSpaceTable {
  org_id: number;
  bytes: number;
}

/** An upload that arrives in several requests. */
export interface TusUploadTable {
  /** Random; also the name of its file while it is not complete. */
  id: string;
  org_id: number;
  owner_id: number;
  name: string;
  content_type: string;
  size: number;
  /** How many bytes are safely on disk: what lies behind them in the file counts for nothing. */
  received: number;
  /** Objects in the bucket that hold the received bytes, as JSON, where they are in no file. */
  parts: Generated<string>;
  /** The path of the attachment that it has become. */
  path: string | null;
  expires_at: number;
  /** `attachment`, or `import` for the archive of another product. */
  purpose: Generated<string>;
}

export interface UploadSchema {
  attachment: AttachmentTable;
  attachment_claim: AttachmentClaimTable;
  upload_space: UploadSpaceTable;
  resumable_upload: TusUploadTable;
}
