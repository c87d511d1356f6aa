/** Messages with images that wait for their thumbnails. */
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type ShowThumbnails, shownFile } from '../uploads/index.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { awaitedPaths, withThumbnails } from '../../lib/markdown/awaited.ts';
import { emitEdit } from './edit-events.ts';

/** Shows what is there by now, and tells everyone who reads the message. */
async function showAwaited(tx: Tx, id: number): Promise<void> {
  const row = await tx.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'content', 'rendered'])
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  const paths = awaitedPaths(row?.rendered ?? '');
  if (!row || paths.length === 0) return;
  const files = await tx.q
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('path', 'in', paths.map(pathInLink))
    .execute();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rendered = withThumbnails(row.rendered, (path) => shownFile(byPath.get(pathInLink(path))));
  if (rendered === row.rendered) return;
  await tx.q
    .updateTable('message')
    .set({ rendered })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  const channel = row.channel_id === null ? undefined : tx.cache.channels.get(row.channel_id);
  const rendering = { content: row.content, rendered };
  await emitEdit(
    tx,
    row,
    { userId: null, messageId: id, ids: [id], at: tx.now, channel, rendering, linkifiers: [] },
    [],
  );
}

/** The job: for each message by itself, so that nobody waits for many. */
export async function showThumbnails(context: JobContext<ShowThumbnails>): Promise<void> {
  const { app, orgId, payload } = context;
  for (const id of payload.messageIds) await app.db.write(orgId, 'system', (tx) => showAwaited(tx, id));
}
