/** Opens the destination that `backup_to` names. */
import type { Config } from '../../lib/config/config.ts';
import { type ArchivePlace, begunAt, probeName, type ScheduledArchive } from './archive-place.ts';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';

/** The S3 client is not loaded for a folder. */
export async function openPlace(config: Config, to: string): Promise<ArchivePlace> {
  if (!to.startsWith('s3://')) return new ArchiveFolder(to);
  const [{ ArchiveBucket }, { parseS3Location }] = await Promise.all([
    import('./bucket.ts'),
    import('../../lib/files/s3-archives.ts'),
  ]);
  const location = parseS3Location(to);
  if (!location) throw new Error(`${to} is not an address of a bucket.`);
  return new ArchiveBucket(config, location);
}

// Stores scheduled backups in a folder, which may contain other files.

const partial = '.partial';

class ArchiveFolder implements ArchivePlace {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  getPath(name: string): string {
    return join(this.#path, name);
  }

  async list(): Promise<ScheduledArchive[]> {
    return (await this.#names()).flatMap((name) => {
      const at = begunAt(name);
      return at === undefined ? [] : [{ name, begunAt: at }];
    });
  }

  async deletePartial(): Promise<void> {
    for (const name of await this.#names())
      if (name.endsWith(partial) && begunAt(name.slice(0, -partial.length)) !== undefined)
        await this.delete(name);
  }

  delete(name: string): Promise<void> {
    return rm(this.getPath(name), { force: true });
  }

  /** The first backup creates the folder. */
  async prepare(): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
  }

  async probe(): Promise<void> {
    const made = await mkdir(this.#path, { recursive: true, mode: 0o700 });
    const path = this.getPath(probeName());
    try {
      await writeFile(path, 'heddle doctor', { mode: 0o600 });
    } finally {
      await rm(made ?? path, { recursive: true, force: true });
    }
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
