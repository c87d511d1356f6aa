/** Keeping a file that has arrived: first the bytes, then its row, so that a row never lacks its file. */
import type { UploadResponse } from '../../../../wire/attachments.ts';
import type { AppContext } from '../../core/context/index.ts';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { newPath, shownName, urlOfPath } from '../../lib/files/names.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { getContentType } from '../../lib/files/types.ts';
import { bearableImage, type ImageHeader } from '../../lib/images/header.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import type { Config } from '../../lib/config/config.ts';
import { removeLater } from './later.ts';
import { checkSpace, mebibyte, setSpaceUsed, spaceTaken } from './space.ts';
import { makeLater } from './thumbnails-later.ts';
import { isDrawable } from './thumbnail-formats.ts';
import { attachmentChanged, attachmentObject } from './serialize.ts';
import { jobs } from './jobs.ts';

export const largestFile = (config: Config): number => config.maxFileUploadSizeMib * mebibyte;

const tooLarge = (config: Config): ApiError =>
  apiError('uploads.too-large', { limit: config.maxFileUploadSizeMib });

/** @throws ApiError unless exactly one file came that is not too large. */
export function uploadReceived(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
): Promise<UploadResponse> {
  const [first] = files;
  if (!first) throw apiError('uploads.no-file');
  if (files.length > 1) throw apiError('uploads.several-files');
  if (!first.file) throw tooLarge(app.config);
  return storeUpload(app, me, first.file, first.name, first.contentType);
}

/**
 * @param stored What else becomes true together with the attachment.
 * @throws ApiError when the organization has no space left.
 */
export async function storeUpload(
  app: AppContext,
  me: Principal,
  file: LocalFile,
  givenName: string,
  saidType: string | undefined,
  stored?: (tx: Tx, path: string) => Promise<void>,
): Promise<UploadResponse> {
  const { config, db, files, telemetry } = app;
  const startedAt = performance.now();
  checkSpace(config, me.cache, await spaceTaken(db.read, me.cache, me.id), file.size);
  const name = shownName(givenName);
  const path = newPath(me.orgId, name);
  const contentType = getContentType(saidType, name);
  const image = isDrawable(contentType) ? await bearableImage(file.path) : undefined;
  // If all ends before there is a row, this takes the file away again.
  await db.write(me.orgId, me, (tx) => enqueue(tx, jobs.removeFile, { path }, tx.now + longestStoringMs));
  await files.store.put(path, file, contentType);
  await db.write(me.orgId, me, async (tx) => {
    await addAttachment(tx, config, me.id, { path, name, size: file.size, contentType, image });
    await stored?.(tx, path);
  });
  telemetry.ended({ kind: 'upload', bytes: file.size, startedAt, ms: performance.now() - startedAt });
  const url = urlOfPath(path);
  return { uri: url, url, filename: name };
}

const longestStoringMs = 6 * 3600_000;

interface NewAttachment {
  path: string;
  name: string;
  size: number;
  contentType: string;
  /** What may be decoded. */
  image: ImageHeader | undefined;
}

async function addAttachment(
  tx: Tx,
  config: Config,
  ownerId: number,
  { path, name, size, contentType, image }: NewAttachment,
): Promise<void> {
  const taken = await spaceTaken(tx, tx.cache, ownerId);
  checkSpace(config, tx.cache, taken, size);
  const used = taken.organization + size;
  const { id } = await tx.q
    .insertInto('attachment')
    .values({
      org_id: tx.orgId,
      owner_id: ownerId,
      path,
      name,
      size,
      content_type: contentType,
      created_at: tx.now,
      unclaimed_since: tx.now,
      width: image?.width ?? null,
      height: image?.height ?? null,
      is_animated: (image?.frames ?? 1) > 1 ? 1 : 0,
      thumbnails: image ? 'awaited' : 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setSpaceUsed(tx, used);
  await removeLater(tx, [id]);
  if (image) await makeLater(tx, id, path);
  const added = attachmentObject({ id, name, path, size, created_at: tx.now }, []);
  tx.emit(attachmentChanged('add', added, used), { users: [ownerId] });
}
