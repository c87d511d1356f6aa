/** Writes an archive of the whole installation: a consistent snapshot of the database, and the files that it references. */
import { randomUUID } from 'node:crypto';
import { marksIn, mismatch } from '../../db/migration-marks.ts';
import { migrations } from '../../db/migrations/index.ts';
import { isArchived, readCatalog, readSequences } from '../../db/archive/catalog.ts';
import type { Damage } from '../../db/row-sums/check-rows.ts';
import { openSnapshot, type Snapshot } from '../../db/archive/snapshot.ts';
import { hasTable } from '../../db/sql.ts';
import { formatVersion, type CutPosition } from '../../lib/archive/manifest.ts';
import type { Sink } from '../../lib/archive/writer.ts';
import type { Config } from '../../lib/config/config.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { heddleVersion } from '../../lib/version.ts';
import { namedFiles } from './files.ts';
import type { Report } from './progress.ts';
import { writeArchive, type ArchiveContent, type ArchiveSummary } from './write.ts';

export interface BackupOptions {
  hasFiles: boolean;
  /** Encrypts the secrets; without it they are not part of the archive. */
  passphrase?: string | undefined;
  isMove?: boolean;
  report?: Report;
}

export async function backup(config: Config, sink: Sink, options: BackupOptions): Promise<BackupSummary> {
  const snapshot = await openSnapshot(config.data, config.databaseUrl);
  try {
    const damages = await getDamages(snapshot);
    const header = await makeHeader(snapshot, options);
    const made = await writeArchive(config, snapshot, sink, {
      tables: await readCatalog(snapshot.dialect, (sql) => snapshot.query(sql)),
      header: { ...header, ...(damages.length > 0 && { damaged_rows: countDamaged(damages) }) },
      files: options.hasFiles ? namedFiles(snapshot) : undefined,
      passphrase: options.passphrase,
      report: options.report,
    });
    return { ...made, damages };
  } finally {
    await snapshot.close();
  }
}

export interface BackupSummary extends ArchiveSummary {
  /** Rows that differ from their hashes: they are in the archive as they are. */
  damages: readonly Damage[];
}

export const countDamaged = (damages: readonly Damage[]): number =>
  damages.reduce((sum, { all }) => sum + all, 0);

const getDamages = async (snapshot: Snapshot): Promise<readonly Damage[]> =>
  (await snapshot.checkStored()).damages;

/** The header without the row counts. */
export async function makeHeader(
  snapshot: Snapshot,
  { hasFiles, isMove = false }: Pick<BackupOptions, 'hasFiles' | 'isMove'>,
): Promise<ArchiveContent['header']> {
  const { dialect } = snapshot;
  const query = (sql: string) => snapshot.query(sql);
  const names = await readMigrations(snapshot);
  const sequences = Object.entries(await readSequences(dialect, query)).filter(([name]) => isArchived(name));
  return {
    format: formatVersion,
    id: randomUUID(),
    heddle_version: heddleVersion,
    created_at: new Date().toISOString(),
    engine: dialect,
    migrations: names,
    organizations: await readPositions(snapshot),
    sequences: Object.fromEntries(sequences),
    has_files: hasFiles,
    is_move: isMove,
  };
}

/** @throws StartRefused if this version does not know the database's migrations, or the database has no schema. */
async function readMigrations(snapshot: Snapshot): Promise<string[]> {
  const { dialect } = snapshot;
  const isMarked = (await snapshot.query(hasTable(dialect, 'migration'))).length > 0;
  const isUnfinished = (await snapshot.query(hasTable(dialect, 'unfinished_restore'))).length > 0;
  if (!isMarked || isUnfinished) throw new StartRefused('There is no complete database to back up.');
  const marks = marksIn(await snapshot.query('SELECT * FROM migration ORDER BY number'));
  const reason = mismatch(marks, migrations, dialect);
  if (reason !== undefined) throw new StartRefused(reason);
  return marks.map(({ name }) => name);
}

async function readPositions(snapshot: Snapshot): Promise<CutPosition[]> {
  const rows = await snapshot.query(
    `SELECT id, subdomain, coalesce((SELECT position FROM event_log
       WHERE place > organization.id * 68719476736 AND place < (organization.id + 1) * 68719476736
       ORDER BY place DESC LIMIT 1), log_position) AS position FROM organization ORDER BY id`,
  );
  return rows.map(({ id, subdomain, position }) => ({
    org_id: Number(id),
    subdomain: String(subdomain),
    position: Number(position),
  }));
}
