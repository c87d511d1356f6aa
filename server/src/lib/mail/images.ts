/** Loads the inline images of an email. */
import { buffer } from 'node:stream/consumers';
import { FileGoneError, type FileStore } from '../files/store.ts';
import type { LoadedImage } from './compose.ts';
import type { Email } from './email.ts';

/** Limits in bytes for one image and for all; an image beyond them is replaced by its name. */
const largest = 1024 * 1024;
const largestTogether = 4 * 1024 * 1024;

/** Images that still exist. */
export async function loadImages(store: FileStore, images: Email['images'] = []): Promise<LoadedImage[]> {
  const loaded: LoadedImage[] = [];
  let bytes = 0;
  for (const { cid, key, contentType } of images) {
    const content = await readFile(store, key, Math.min(largest, largestTogether - bytes));
    if (!content) continue;
    bytes += content.length;
    loaded.push({ cid, contentType, content });
  }
  return loaded;
}

async function readFile(store: FileStore, key: string, largestBytes: number): Promise<Buffer | undefined> {
  try {
    const size = await store.getSize(key);
    if (size === 0 || size > largestBytes) return undefined;
    return await buffer(await store.read(key, { first: 0, last: size - 1 }));
  } catch (error) {
    if (error instanceof FileGoneError) return undefined;
    throw error;
  }
}
