/** Writes an archive of a whole server: one cut of the database, and the files that it names. */
import { randomUUID } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { marksIn, mismatch } from '../../db/migration-marks.ts';
import { migrations } from '../../db/migrations/index.ts';
import { isArchived, readCatalog, readSequences, type TableShape } from '../../db/archive/catalog.ts';
import { openSnapshot, type Snapshot } from '../../db/archive/snapshot.ts';
import { hasTable } from '../../db/sql.ts';
import { formatVersion, type ArchiveHeader, type CutPosition } from '../../lib/archive/manifest.ts';
import { rowEncoder } from '../../lib/archive/rows.ts';
import { sealSecrets } from '../../lib/archive/seal.ts';
import { ArchiveWriter, type Sink } from '../../lib/archive/writer.ts';
import type { Config } from '../../lib/config/config.ts';
import { openStore } from '../../lib/files/open.ts';
import { FileGoneError, type FileStore } from '../../lib/files/store.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { heddleVersion } from '../../lib/version.ts';
import { namedFiles, type NamedFile } from './files.ts';
import { collector } from './memory.ts';
import type { ProgressState, Report } from './progress.ts';

export interface BackupOptions {
  hasFiles: boolean;
  /** Encrypts the secrets, which are left out without it. */
  passphrase?: string | undefined;
  isMove?: boolean;
  report?: Report;
}

export interface BackupSummary {
  id: string;
  organizations: CutPosition[];
  messages: number;
  rows: number;
  files: number;
  missing_files: string[];
  bytes: number;
  sha256: string;
}

const blockBytes = 256 * 1024;
const mostListed = 100;

export async function backup(config: Config, sink: Sink, options: BackupOptions): Promise<BackupSummary> {
  const snapshot = await openSnapshot(config.data, config.databaseUrl);
  try {
    return await new Backup(config, snapshot, sink, options).run();
  } finally {
    await snapshot.close();
  }
}

class Backup {
  readonly #config: Config;
  readonly #snapshot: Snapshot;
  readonly #writer: ArchiveWriter;
  readonly #options: BackupOptions;
  readonly #progress: ProgressState = { rows: 0, allRows: 0, bytes: 0, files: 0 };
  readonly #missing: string[] = [];
  readonly #collect = collector();

  constructor(config: Config, snapshot: Snapshot, sink: Sink, options: BackupOptions) {
    this.#config = config;
    this.#snapshot = snapshot;
    this.#writer = new ArchiveWriter(sink);
    this.#options = options;
  }

  async run(): Promise<BackupSummary> {
    const tables = await readCatalog(this.#snapshot.dialect, (sql) => this.#snapshot.query(sql));
    const header = await makeHeader(this.#snapshot, tables, this.#options);
    this.#progress.allRows = Object.values(header.rows).reduce((all, rows) => all + rows, 0);
    await this.#writer.begin(header);
    for (const table of tables) await this.#writeTable(table);
    const files = this.#options.hasFiles ? await this.#writeFiles() : 0;
    const { passphrase } = this.#options;
    if (passphrase !== undefined) {
      const text = readFileSync(join(this.#config.data, 'secrets.toml'), 'utf8');
      await this.#writer.writeSecrets(await sealSecrets(text, passphrase, header.id));
    }
    const { sha256 } = await this.#writer.end();
    return {
      id: header.id,
      organizations: header.organizations,
      messages: header.rows.message ?? 0,
      rows: this.#progress.rows,
      files,
      missing_files: this.#missing,
      bytes: this.#writer.bytes,
      sha256,
    };
  }

  async #writeTable(table: TableShape): Promise<void> {
    const { name, columns, key } = table;
    await this.#writer.beginTable({ name, columns, key });
    const rows = await writeRows(this.#snapshot, table, (block, done) => {
      refuseFullDisk(this.#config);
      this.#collect(block.length);
      this.#progress.rows += done;
      this.#report();
      return this.#writer.writeBlock(block);
    });
    await this.#writer.endTable(rows);
  }

  async #writeFiles(): Promise<number> {
    const store = openStore(this.#config);
    let files = 0;
    for await (const file of namedFiles(this.#snapshot)) {
      if (!(await this.#writeFile(store, file))) continue;
      this.#progress.files = ++files;
      this.#report();
    }
    return files;
  }

  /** @returns whether there is such a file. */
  async #writeFile(store: FileStore, { key, content_type }: NamedFile): Promise<boolean> {
    try {
      const size = await store.getSize(key);
      const stream = size === 0 ? [] : await store.read(key, { first: 0, last: size - 1 });
      await this.#writer.beginFile({ key, content_type });
      for await (const block of gathered(stream as AsyncIterable<Buffer>))
        await this.#writer.writeBlock(block);
      await this.#writer.endFile();
      return true;
    } catch (error) {
      if (!(error instanceof FileGoneError)) throw error;
      if (this.#missing.length < mostListed) this.#missing.push(key);
      await this.#writer.writeMissing({ key, reason: 'not found in the file storage' });
      return false;
    }
  }

  #report(): void {
    this.#progress.bytes = this.#writer.bytes;
    this.#options.report?.(this.#progress);
  }
}

/** Rows of a table as blocks that end with the end of a row. @returns how many there were. */
export async function writeRows(
  snapshot: Snapshot,
  table: Omit<TableShape, 'references'>,
  write: (block: Buffer, rows: number) => Promise<void>,
): Promise<number> {
  const encode = rowEncoder(table.columns);
  let [text, waiting, all] = ['', 0, 0];
  const flush = async () => {
    if (waiting > 0) await write(Buffer.from(text), waiting);
    [text, waiting] = ['', 0];
  };
  for await (const rows of snapshot.rows(table)) {
    for (const row of rows) text += encode(row);
    waiting += rows.length;
    all += rows.length;
    if (text.length >= blockBytes) await flush();
  }
  await flush();
  return all;
}

/** Small pieces of a stream as blocks. */
async function* gathered(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [parts, size]: [Buffer[], number] = [[], 0];
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size < blockBytes) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

async function makeHeader(
  snapshot: Snapshot,
  tables: readonly TableShape[],
  { hasFiles, isMove = false }: BackupOptions,
): Promise<ArchiveHeader> {
  const { dialect } = snapshot;
  const query = (sql: string) => snapshot.query(sql);
  const names = await readMigrations(snapshot);
  const rows: Record<string, number> = {};
  for (const { name } of tables)
    rows[name] = Number((await query(`SELECT count(*) AS n FROM ${name}`))[0]?.n ?? 0);
  const sequences = Object.entries(await readSequences(dialect, query)).filter(([name]) => isArchived(name));
  return {
    format: formatVersion,
    id: randomUUID(),
    heddle_version: heddleVersion,
    created_at: new Date().toISOString(),
    engine: dialect,
    migrations: names,
    organizations: await readPositions(snapshot),
    rows,
    sequences: Object.fromEntries(sequences),
    has_files: hasFiles,
    is_move: isMove,
  };
}

/** @throws StartRefused for a database that this version does not know, or that has no schema. */
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

const leastFreeBytes = 256 * 1024 ** 2;

/** While the cut is read, SQLite's log grows: the server's disk space comes first. */
function refuseFullDisk({ data, databaseUrl }: Config): void {
  if (databaseUrl !== undefined) return;
  const { bavail, bsize } = statfsSync(data);
  if (bavail * bsize < leastFreeBytes)
    throw new StartRefused(
      `The disk of ${data} has less than 256 MiB left; the backup was stopped so that the server can go on.`,
    );
}
