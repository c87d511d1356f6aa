/** Checks the free disk space for archives and imports. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AppContext } from '../../core/context/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { valueAt } from '../../lib/json.ts';
import { mebibyte } from '../uploads/index.ts';

/** Space that stays free: for new messages, or for the end of the import itself. */
export const spareBytes = { live: 512 * mebibyte, alone: 64 * mebibyte };

/** Where rows, files and uploads in progress are stored. */
export type Places = {
  config: Pick<Config, 'data' | 'databaseUrl'>;
  files: { store: Pick<FileStore, 'localPath'>; incoming: { folder: string } };
};

/** Local folders that an import fills: with rows unless they are in PostgreSQL, and with files unless they are in a bucket. */
export function filledFolders({ config, files }: Places): string[] {
  return [
    ...(config.databaseUrl === undefined ? [config.data] : []),
    ...(files.store.localPath === undefined ? [] : [files.incoming.folder]),
  ];
}

/** In bytes; also for a folder that does not exist yet. */
export async function freeIn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (valueAt(error, 'code') !== 'ENOENT' || parent === folder) throw error;
    return freeIn(parent);
  }
}

/** @throws ApiError unless there is space to receive an archive of this size */
export async function checkArchiveSpace(app: AppContext, bytes: number): Promise<void> {
  const spare = filledFolders(app).length > 0 ? spareBytes.live : spareBytes.alone;
  if ((await freeIn(app.files.incoming.folder)) < bytes + spare) throw apiError('imports.no-space');
}

/** @throws ApiError unless there is space for the imported data */
export async function checkImportSpace(app: AppContext, bytes: number): Promise<void> {
  for (const folder of filledFolders(app))
    if ((await freeIn(folder)) < bytes + spareBytes.live) throw apiError('imports.no-space');
}
