/** Stores a file, first the bytes and then the row, so that no row refers to a missing file. */
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, enqueueLaterRemoval } from '../../core/jobs/index.ts';
import type { Author, Tx } from '../../core/log/index.ts';
import { newPath, shownName } from '../../lib/files/names.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { getContentType } from '../../lib/files/types.ts';
import { bearableImage, type ImageHeader } from '../../lib/images/header.ts';
import { jobs } from './jobs.ts';
import { isDrawable } from './thumbnail-formats.ts';

/** A file in the store that has no row yet. */
export interface StoredFile {
  path: string;
  name: string;
  size: number;
  contentType: string;
  /** Set for an image within the decoding limits. */
  image: ImageHeader | undefined;
}

/** Properties declared by the client. */
export interface DeclaredFile {
  name: string;
  contentType: string | undefined;
}

/** Stores a file whose row is written with the messages that refer to it. */
export async function storeFile(
  app: AppContext,
  by: { orgId: number; author: Author },
  file: LocalFile,
  declared: DeclaredFile,
): Promise<StoredFile> {
  const kept = await fileToStore(by.orgId, file, declared);
  await enqueueLaterRemoval(app.db, by, getRemoval(kept));
  await app.files.store.put(kept.path, file, kept.contentType);
  return kept;
}

export const getRemoval = ({ path }: StoredFile) => ({ kind: jobs.removeFile, payload: { path } });

/** Under a new path. */
export async function fileToStore(
  orgId: number,
  file: LocalFile,
  declared: DeclaredFile,
): Promise<StoredFile> {
  const name = shownName(declared.name);
  const path = newPath(orgId, name);
  const contentType = getContentType(declared.contentType, name);
  const image = isDrawable(contentType) ? await bearableImage(file.path) : undefined;
  return { path, name, size: file.size, contentType, image };
}

/** @returns the id of the attachment */
export async function insertAttachment(
  tx: Tx,
  ownerId: number,
  { path, name, size, contentType, image }: StoredFile,
  times: { created_at: number; unclaimed_since: number | null },
): Promise<number> {
  const { id } = await tx.q
    .insertInto('attachment')
    .values({
      org_id: tx.orgId,
      owner_id: ownerId,
      path,
      name,
      size,
      content_type: contentType,
      ...times,
      width: image?.width ?? null,
      height: image?.height ?? null,
      is_animated: (image?.frames ?? 1) > 1 ? 1 : 0,
      thumbnails: image ? 'awaited' : 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (image) await enqueueThumbnails(tx, id, path);
  return id;
}

// Enqueues the jobs that create thumbnails and show them.

const enqueueThumbnails = (tx: Tx, id: number, path: string): Promise<void> =>
  enqueue(tx, jobs.makeThumbnails, { id, path });

/** Called when the message or the thumbnail is stored, whichever is last. */
export async function enqueueShowingThumbnails(tx: Tx, messageIds: number[]): Promise<void> {
  if (messageIds.length > 0) await enqueue(tx, jobs.showThumbnails, { messageIds });
}
