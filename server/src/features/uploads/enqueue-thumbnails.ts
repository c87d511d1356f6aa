/** Enqueues the jobs that make thumbnails and show them. */
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { jobs } from './jobs.ts';

export const enqueueThumbnails = (tx: Tx, id: number, path: string): Promise<void> =>
  enqueue(tx, jobs.makeThumbnails, { id, path });

/** Called by whichever comes last, the message or the thumbnail. */
export async function enqueueShowingThumbnails(tx: Tx, messageIds: number[]): Promise<void> {
  if (messageIds.length > 0) await enqueue(tx, jobs.showThumbnails, { messageIds });
}
