/** Checks the free disk space for archives and imports. */
import type { AppContext } from '../../core/context/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import { freeIn, spareBytes } from '../../lib/files/free-space.ts';
import type { FileStore } from '../../lib/files/store.ts';

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
