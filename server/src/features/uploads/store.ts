/** Stores uploads within the quotas of the organization and the user. */
import type { UploadResponse } from '../../../../wire/attachments.ts';
import type { AppContext } from '../../core/context/index.ts';
import { storeOrRemove } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { urlOfPath } from '../../lib/files/names.ts';
import type { LocalFile } from '../../lib/files/store.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import type { Config } from '../../lib/config/config.ts';
import { scheduleRemoval } from './remove.ts';
import { checkSpace, mebibyte, setSpaceUsed, spaceTaken } from './space.ts';
import { attachmentChanged, attachmentObject } from './serialize.ts';
import {
  type DeclaredFile,
  fileToStore,
  insertAttachment,
  getRemoval,
  type StoredFile,
} from './stored-file.ts';

export const largestFile = (config: Config): number => config.maxFileUploadSizeMib * mebibyte;

const tooLarge = (config: Config): ApiError =>
  apiError('uploads.too-large', { limit: config.maxFileUploadSizeMib });

/** @throws ApiError unless there is exactly one file, within the size limit */
export function uploadReceived(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
): Promise<UploadResponse> {
  const [first] = files;
  if (!first) throw apiError('uploads.no-file');
  if (files.length > 1) throw apiError('uploads.several-files');
  if (!first.file) throw tooLarge(app.config);
  return storeUpload(app, me, first.file, first);
}

/**
 * @param stored Runs in the transaction that creates the attachment.
 * @throws ApiError above a quota
 */
export async function storeUpload(
  app: AppContext,
  me: Principal,
  file: LocalFile,
  declared: DeclaredFile,
  stored?: (tx: Tx, path: string) => Promise<void>,
): Promise<UploadResponse> {
  const { config, db, telemetry } = app;
  const startedAt = performance.now();
  checkSpace(config, me.cache, await spaceTaken(db.read, me.cache, me.id), file.size);
  const by = { orgId: me.orgId, author: me };
  const kept = await fileToStore(me.orgId, file, declared);
  const put = () => app.files.store.put(kept.path, file, kept.contentType);
  await storeOrRemove(db, by, getRemoval(kept), put, async (tx) => {
    await addAttachment(tx, config, me.id, kept);
    await stored?.(tx, kept.path);
  });
  telemetry.ended({ kind: 'upload', bytes: file.size, startedAt, ms: performance.now() - startedAt });
  const url = urlOfPath(kept.path);
  return { uri: url, url, filename: kept.name };
}

async function addAttachment(tx: Tx, config: Config, ownerId: number, file: StoredFile): Promise<void> {
  const taken = await spaceTaken(tx, tx.cache, ownerId);
  checkSpace(config, tx.cache, taken, file.size);
  const used = taken.organization + file.size;
  const { now } = tx;
  const id = await insertAttachment(tx, ownerId, file, { created_at: now, unclaimed_since: now });
  await setSpaceUsed(tx, used);
  await scheduleRemoval(tx, [id]);
  const added = attachmentObject({ ...file, id, created_at: now }, []);
  tx.emit(attachmentChanged('add', added, used), { users: [ownerId] });
}

// Stores files of imported messages like uploads, but without events.

/** Inserts the row of a file that messages claim in the same transaction. @returns its id */
export async function addImported(
  tx: Tx,
  ownerId: number,
  file: StoredFile,
  createdAt: number,
): Promise<number> {
  const id = await insertAttachment(tx, ownerId, file, { created_at: createdAt, unclaimed_since: null });
  const { size } = file;
  await tx.q
    .insertInto('upload_space')
    .values({ org_id: tx.orgId, bytes: size })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet((eb) => ({ bytes: eb('upload_space.bytes', '+', size) })),
    )
    .execute();
  return id;
}
