/** Opens an export according to its type: a folder, a zip archive, a tarball or a single file. */
import { stat } from 'node:fs/promises';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { Input } from './input.ts';

/**
 * @param scratch A folder that may be created for temporary files, if the export cannot be read in place.
 * @throws StartRefused for anything that is not an export.
 */
export async function openInput(path: string, scratch: string, space: DiskSpace): Promise<Input> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new StartRefused(`There is no file or folder ${path}.`);
  if (found.isDirectory()) return (await import('./folder.ts')).openFolder(path);
  if (/\.(?:tar|tgz|tar\.gz)$/i.test(path))
    return (await import('./tarball.ts')).openTarball(path, scratch, space);
  if (/\.zip$/i.test(path)) return (await import('./zip.ts')).openZip(path);
  return (await import('./folder.ts')).openSingle(path);
}
