/** Files that come with messages from another product: the same files and rows as of uploads, without an event for each. */
import type { AppContext } from '../../core/context/index.ts';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { newPath, shownName } from '../../lib/files/names.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { getContentType } from '../../lib/files/types.ts';
import { bearableImage, type ImageHeader } from '../../lib/images/header.ts';
import { jobs } from './jobs.ts';
import { isDrawable } from './thumbnail-formats.ts';
import { makeLater } from './thumbnails-later.ts';

/** In the store, and without a row yet. */
export interface StoredFile {
  path: string;
  name: string;
  size: number;
  contentType: string;
  image: ImageHeader | undefined;
}

/** If all ends before there is a row, a job takes the file away again. */
const longestStoringMs = 6 * 3600_000;

export async function storeImported(
  { db, files }: AppContext,
  orgId: number,
  file: LocalFile,
  givenName: string,
  saidType: string | undefined,
): Promise<StoredFile> {
  const name = shownName(givenName);
  const path = newPath(orgId, name);
  const contentType = getContentType(saidType, name);
  const image = isDrawable(contentType) ? await bearableImage(file.path) : undefined;
  await db.write(orgId, 'system', (tx) => enqueue(tx, jobs.removeFile, { path }, tx.now + longestStoringMs));
  await files.store.put(path, file, contentType);
  return { path, name, size: file.size, contentType, image };
}

/** The row of a file that messages claim in the same transaction. @returns its ID */
export async function addImported(
  tx: Tx,
  ownerId: number,
  file: StoredFile,
  createdAt: number,
): Promise<number> {
  const { path, name, size, contentType, image } = file;
  const { id } = await tx.q
    .insertInto('attachment')
    .values({
      org_id: tx.orgId,
      owner_id: ownerId,
      path,
      name,
      size,
      content_type: contentType,
      created_at: createdAt,
      unclaimed_since: null,
      width: image?.width ?? null,
      height: image?.height ?? null,
      is_animated: (image?.frames ?? 1) > 1 ? 1 : 0,
      thumbnails: image ? 'awaited' : 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.q
    .insertInto('upload_space')
    .values({ org_id: tx.orgId, bytes: size })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((eb) => ({ bytes: eb('upload_space.bytes', '+', size) })),
    )
    .execute();
  if (image) await makeLater(tx, id, path);
  return id;
}
