/** Asking for thumbnails, and for their being shown. */
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { jobs } from './jobs.ts';

export const makeLater = (tx: Tx, id: number, path: string): Promise<void> =>
  enqueue(tx, jobs.makeThumbnails, { id, path });

/** Whichever comes last, the message or the thumbnail, asks for this. */
export async function showLater(tx: Tx, messageIds: number[]): Promise<void> {
  if (messageIds.length > 0) await enqueue(tx, jobs.showThumbnails, { messageIds });
}
