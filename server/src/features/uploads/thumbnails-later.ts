/** Asking for thumbnails, and for their being shown. */
import type { Tx } from '../../core/log/tx.ts';
import { enqueue } from '../../core/jobs/queue.ts';

export interface MakeThumbnails {
  /** Of the attachment. */
  id: number;
  /** Of its file. Jobs of earlier versions lack it. */
  path?: string;
}

export interface ShowThumbnails {
  messageIds: number[];
}

export const makeLater = (tx: Tx, id: number, path: string): Promise<void> =>
  enqueue(tx, 'makeThumbnails', { id, path });

/** Whichever comes last, the message or the thumbnail, asks for this. */
export async function showLater(tx: Tx, messageIds: number[]): Promise<void> {
  if (messageIds.length > 0) await enqueue(tx, 'showThumbnails', { messageIds });
}
