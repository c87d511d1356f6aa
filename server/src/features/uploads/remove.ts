/** Deletes files, on request of their owner or because no message has linked to them for long. */
import { type JobContext, enqueue } from '../../core/jobs/index.ts';
import { type Tx, trigger, defineHook } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { holdRetryMs } from '../../lib/files/hold.ts';
import { setSpaceUsed } from './space.ts';
import { removeThumbnails } from './thumbnail-formats.ts';
import { attachmentColumns, spaceUsed, type AttachmentRow } from './queries.ts';
import { attachmentRemoved } from './serialize.ts';
import { jobs, type RemoveFile, type RemoveUnclaimed } from './jobs.ts';

/** Works even if messages link to it. @throws ApiError unless it belongs to the caller */
export async function removeAttachment(tx: Tx, ownerId: number, id: number): Promise<void> {
  const row = await tx.q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw apiError('uploads.no-such-file');
  await removeRows(tx, [row]);
}

/** Deletes the rows now, and the files by a job of the same transaction. */
async function removeRows(tx: Tx, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  let used = await spaceUsed(tx, tx.orgId);
  for (const row of rows) {
    await tx.q.deleteFrom('attachment_claim').where('attachment_id', '=', row.id).execute();
    await tx.q.deleteFrom('attachment').where('id', '=', row.id).where('org_id', '=', tx.orgId).execute();
    await enqueue(tx, jobs.removeFile, { path: row.path });
    used -= row.size;
    tx.emit(attachmentRemoved(row.id, used), { users: [row.owner_id] });
  }
  await setSpaceUsed(tx, used);
}

/** Deletes the files of a user that no message links to. @returns their number */
export async function removeUnclaimedUploads(tx: Tx, ownerId: number): Promise<number> {
  const rows = await tx.q
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('org_id', '=', tx.orgId)
    .where('owner_id', '=', ownerId)
    .where('unclaimed_since', 'is not', null)
    .orderBy('id')
    .execute();
  await removeRows(tx, rows);
  return rows.length;
}

/** The job: deletes the file of a path without a row. */
export async function removeFile({ app, orgId, payload }: JobContext<RemoveFile>): Promise<void> {
  const { path } = payload;
  const row = await app.db.read.q
    .selectFrom('attachment')
    .select('id')
    .where('path', '=', path)
    .executeTakeFirst();
  if (row) return;
  if (app.files.removals.isHeld) {
    await app.db.write(orgId, 'system', (tx) => enqueue(tx, jobs.removeFile, payload, tx.now + holdRetryMs));
    return;
  }
  await app.files.store.remove(path);
  await removeThumbnails(app.files.store, path);
}

/** The job: deletes the files that are still unclaimed and not linked in unsent texts. */
export async function removeUnclaimed(context: JobContext<RemoveUnclaimed>): Promise<void> {
  const { app, orgId, payload } = context;
  await app.db.write(orgId, 'system', async (tx) => {
    const rows = await tx.q
      .selectFrom('attachment')
      .select(attachmentColumns)
      .where('org_id', '=', orgId)
      .where('id', 'in', payload.ids)
      .where('unclaimed_since', '<=', tx.now - unclaimedMs)
      .orderBy('id')
      .execute();
    const waiting = rows.length > 0 ? (await trigger(tx, unsentContents, {})).flat() : [];
    const isWanted = ({ path }: AttachmentRow) =>
      waiting.some((content) => content.includes(path) || content.includes(encodeURI(path)));
    await scheduleRemoval(
      tx,
      rows.filter(isWanted).map(({ id }) => id),
    );
    await removeRows(
      tx,
      rows.filter((row) => !isWanted(row)),
    );
  });
}

// Hooks for features that keep files from being deleted.

/** Collects texts that will be sent later, such as scheduled messages: files linked in them are kept. */
export const unsentContents = defineHook<object, Promise<string[]>>('unsent contents');

// Deletes files that no message has linked to for a while.

/** A file without a message may be in a draft, or linked again by an edit. */
const unclaimedDays = 35;
export const unclaimedMs = unclaimedDays * 24 * 3600_000;

/** Schedules the check of these files. */
export async function scheduleRemoval(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await enqueue(tx, jobs.removeUnclaimed, { ids: [...ids] }, tx.now + unclaimedMs);
}
