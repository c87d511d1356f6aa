/** Asking for thumbnails, and for their being shown. */
import type { Tx } from '../../db/tx.ts';
import { enqueue } from '../../jobs/queue.ts';

export interface MakeThumbnails {
  /** Of the attachment. */
  id: number;
}

export interface ShowThumbnails {
  messageIds: number[];
}

export const makeLater = (tx: Tx, id: number): Promise<void> => enqueue(tx, 'makeThumbnails', { id });

/** Whichever comes last, the message or the thumbnail, asks for this. */
export async function showLater(tx: Tx, messageIds: number[]): Promise<void> {
  if (messageIds.length > 0) await enqueue(tx, 'showThumbnails', { messageIds });
}
