/** Opens an export according to its type: a folder, a zip archive, a tarball or a single file. */
import { open, stat } from 'node:fs/promises';
import { magic } from '../../../lib/archive/frames.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { Scratch } from '../scratch.ts';
import type { Input } from './input.ts';

/**
 * @param scratch For what cannot be read in place. It has to be closed after the input.
 * @throws StartRefused for what is no export at all.
 */
export async function openInput(path: string, scratch: Scratch): Promise<Input> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new StartRefused(`There is no file or folder ${path}.`);
  if (found.isDirectory()) return (await import('./folder.ts')).openFolder(path, scratch);
  if (/\.(?:tar|tgz|tar\.gz)$/i.test(path)) return (await import('./tarball.ts')).openTarball(path, scratch);
  if (/\.zip$/i.test(path)) return (await import('./zip.ts')).openZip(path, scratch);
  if (await isOwnArchive(path))
    throw new StartRefused(
      'This is an export of Heddle. The operator of the server imports it with heddle import and the file, ' +
        'without the name of a product, while the server is stopped.',
    );
  return (await import('./folder.ts')).openSingle(path);
}

/** Whether the file begins as the archives of this program do. */
async function isOwnArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.equals(magic);
  } finally {
    await file.close();
  }
}
