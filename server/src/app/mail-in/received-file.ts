/** Where an email is while it is read: a file in the data folder, which is gone afterwards. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../core/context/index.ts';

interface ReceivedFile {
  path: string;
  /** Whether all of it is in the file. */
  isComplete: boolean;
}

/**
 * @param largestBytes What is beyond is read, and not kept.
 * @returns what `use` returns for the file
 */
export async function withReceivedFile<T>(
  { config }: AppContext,
  chunks: AsyncIterable<Buffer>,
  largestBytes: number,
  use: (received: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = join(config.data, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    const file = await open(path, 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes <= largestBytes) await file.write(chunk);
      }
    } finally {
      await file.close();
    }
    return await use({ path, isComplete: bytes <= largestBytes });
  } finally {
    await rm(path, { force: true });
  }
}
