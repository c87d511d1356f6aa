/** Replaces placeholders in messages once thumbnails have been generated. */
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type ShowThumbnails, shownFile } from '../uploads/index.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { pendingThumbnailPaths, withThumbnails } from '../../lib/markdown/pending-thumbnails.ts';
import { updateRendering, shownMessage } from './update-rendering.ts';

async function showThumbnailsIn(tx: Tx, id: number): Promise<void> {
  const message = await shownMessage(tx, id);
  const paths = pendingThumbnailPaths(message?.rendered ?? '');
  if (!message || paths.length === 0) return;
  const files = await tx.q
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('path', 'in', paths.map(pathInLink))
    .execute();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rendered = withThumbnails(message.rendered, (path) => shownFile(byPath.get(pathInLink(path))));
  await updateRendering(tx, message, rendered);
}

/** The job: one transaction per message, so that other writes do not wait. */
export async function showThumbnails(context: JobContext<ShowThumbnails>): Promise<void> {
  const { app, orgId, payload } = context;
  for (const id of payload.messageIds) await app.db.write(orgId, 'system', (tx) => showThumbnailsIn(tx, id));
}
