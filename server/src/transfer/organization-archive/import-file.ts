/** Imports an archive from a file that can be read twice, also one of an older version. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { loadConfig, type Config } from '../../lib/config/config.ts';
import { restore } from '../archive/restore.ts';
import { exportOrganization } from './export.ts';
import { importOrganization, OlderArchive, type ImportOptions, type ImportSummary } from './import.ts';
import { toError } from '../../lib/thrown.ts';

type OpenArchive = () => AsyncIterable<Uint8Array>;

export async function importFile(
  config: Config,
  open: OpenArchive,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  try {
    return await importOrganization(config, open(), options);
  } catch (error) {
    if (!(error instanceof OlderArchive)) throw error;
    return await importOlder(config, open, options, error);
  }
}

const prefix = 'import-';

/** Migrates the rows in a temporary database. */
async function importOlder(
  config: Config,
  open: OpenArchive,
  options: ImportOptions,
  { header }: OlderArchive,
): Promise<ImportSummary> {
  // Left by earlier runs that were killed.
  for (const name of readdirSync(config.data))
    if (name.startsWith(prefix)) rmSync(join(config.data, name), { recursive: true, force: true });
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const data = mkdtempSync(join(config.data, prefix));
  try {
    const place = loadConfig({ data }, {});
    await restore(place, open(), { takesOrganization: true, list: options.list });
    return await importOrganization(config, exported(place, header), options);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function exported(place: Config, origin: OlderArchive['header']): PassThrough {
  const pipe = new PassThrough({ highWaterMark: 1024 * 1024 });
  const sink = async (chunk: Buffer) => {
    if (!pipe.write(chunk)) await Promise.race([once(pipe, 'drain'), once(pipe, 'close')]);
  };
  exportOrganization(place, sink, { type: 'full', hasFiles: true, origin }).then(
    () => pipe.end(),
    (error: unknown) => pipe.destroy(toError(error)),
  );
  return pipe;
}
