/** Messages with images that wait for their thumbnails. */
import type { JobContext } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type ShowThumbnails, shownFile } from '../uploads/index.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { awaitedPaths, withThumbnails } from '../../lib/markdown/awaited.ts';
import { showAnew, shownMessage } from './shown-anew.ts';

async function showAwaited(tx: Tx, id: number): Promise<void> {
  const message = await shownMessage(tx, id);
  const paths = awaitedPaths(message?.rendered ?? '');
  if (!message || paths.length === 0) return;
  const files = await tx.q
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('path', 'in', paths.map(pathInLink))
    .execute();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rendered = withThumbnails(message.rendered, (path) => shownFile(byPath.get(pathInLink(path))));
  await showAnew(tx, message, rendered);
}

/** The job: for each message by itself, so that nobody waits for many. */
export async function showThumbnails(context: JobContext<ShowThumbnails>): Promise<void> {
  const { app, orgId, payload } = context;
  for (const id of payload.messageIds) await app.db.write(orgId, 'system', (tx) => showAwaited(tx, id));
}
