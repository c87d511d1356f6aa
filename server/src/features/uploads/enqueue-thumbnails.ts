/** Enqueues the jobs that create thumbnails and show them. */
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { jobs } from './jobs.ts';

export const enqueueThumbnails = (tx: Tx, id: number, path: string): Promise<void> =>
  enqueue(tx, jobs.makeThumbnails, { id, path });

/** Called when the message or the thumbnail is stored, whichever is last. */
export async function enqueueShowingThumbnails(tx: Tx, messageIds: number[]): Promise<void> {
  if (messageIds.length > 0) await enqueue(tx, jobs.showThumbnails, { messageIds });
}
