/** Generates thumbnails in a job, and shows them in the messages that wait for them. */
import { Readable } from 'node:stream';
import type { AppContext } from '../../core/context/index.ts';
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { FileGoneError } from '../../lib/files/store.ts';
import { drawPictures, ImageError, type Picture } from '../../lib/images/process.ts';
import { attachmentColumns, type AttachmentRow } from './queries.ts';
import { enqueueShowingThumbnails } from './stored-file.ts';
import { getFormats, removeThumbnails, thumbnailKey } from './thumbnail-formats.ts';
import { type MakeThumbnails } from './jobs.ts';

/** The job. An image that cannot be decoded has no thumbnails, and messages show it as a link. */
export async function makeThumbnails(context: JobContext<MakeThumbnails>): Promise<void> {
  const { app, orgId, payload } = context;
  const row = await app.db.read.q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('id', '=', payload.id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  // An earlier attempt may have stored thumbnails before it was killed, and the attachment was deleted since.
  if (!row && payload.path !== undefined) await removeThumbnails(app.files.store, payload.path);
  if (row?.thumbnails !== 'awaited') return;
  const pictures = await drawn(app, row);
  for (const [i, format] of getFormats(row.is_animated === 1).entries()) {
    const bytes = pictures?.[i]?.bytes;
    if (!bytes) continue;
    const file = await app.files.incoming.receive(Readable.from([Buffer.from(bytes)]), bytes.length);
    if (file) await app.files.store.put(thumbnailKey(row.path, format.name), file, 'image/webp');
  }
  const state = pictures ? 'ready' : 'none';
  const isThere = await app.db.write(orgId, 'system', (tx) => settle(tx, row.id, state));
  if (!isThere) await removeThumbnails(app.files.store, row.path);
}

async function drawn(app: AppContext, row: AttachmentRow): Promise<Picture[] | undefined> {
  const { incoming, store } = app.files;
  try {
    const file = await incoming.receive(
      await store.read(row.path, { first: 0, last: row.size - 1 }),
      row.size,
    );
    if (!file) return undefined;
    const shapes = getFormats(row.is_animated === 1).map(({ max_width, max_height, format, animated }) => ({
      width: max_width,
      height: max_height,
      fit: 'inside' as const,
      format,
      isAnimated: animated,
    }));
    try {
      return await drawPictures(file.path, shapes);
    } finally {
      await incoming.discard(file.path);
    }
  } catch (error) {
    if (!(error instanceof ImageError || error instanceof FileGoneError)) throw error;
    app.log.info({ err: error, attachment: row.id }, 'a thumbnail could not be generated');
    return undefined;
  }
}

/** @returns whether the attachment still exists */
async function settle(tx: Tx, id: number, state: 'ready' | 'none'): Promise<boolean> {
  const row = await tx.q
    .updateTable('attachment')
    .set({ thumbnails: state })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .returning('id')
    .executeTakeFirst();
  const claims = await tx.q
    .selectFrom('attachment_claim')
    .select('message_id')
    .where('attachment_id', '=', id)
    .orderBy('message_id')
    .execute();
  await enqueueShowingThumbnails(
    tx,
    claims.map((claim) => claim.message_id),
  );
  return row !== undefined;
}
