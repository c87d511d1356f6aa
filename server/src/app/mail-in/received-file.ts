/** Holds an email in a file of the data folder while it is processed. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../core/context/index.ts';

interface ReceivedFile {
  path: string;
  /** Whether the file contains all of it. */
  isComplete: boolean;
}

/**
 * @param largestBytes The rest is read and discarded.
 * @returns the result of `use` for the file.
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
