/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface RemoveFile {
  path: string;
}

export interface RemoveUnclaimed {
  ids: number[];
}

export interface MakeThumbnails {
  /** Attachment id. */
  id: number;
  /** Path of its file. Jobs of earlier versions lack it. */
  path?: string;
}

export interface ShowThumbnails {
  messageIds: number[];
}

export const jobs = {
  /** Deletes a file without a row. */
  removeFile: jobKind<RemoveFile>('removeFile'),
  /** Deletes files that no message links to. */
  removeUnclaimed: jobKind<RemoveUnclaimed>('removeUnclaimed'),
  /** Makes the thumbnails of an image. */
  makeThumbnails: jobKind<MakeThumbnails>('makeThumbnails'),
  /** Shows new thumbnails in messages. */
  showThumbnails: jobKind<ShowThumbnails>('showThumbnails'),
};
