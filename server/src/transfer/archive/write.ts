/** Writes the parts of an archive: tables and files of one snapshot. */
import { readFileSync, statfsSync } from 'node:fs';
import { countRows, type SelectedTable } from '../../db/archive/catalog.ts';
import type { Snapshot, SnapshotRow } from '../../db/archive/snapshot.ts';
import type { ArchiveHeader, CutPosition } from '../../lib/archive/manifest.ts';
import { rowEncoder } from '../../lib/archive/rows.ts';
import { sealSecrets } from '../../lib/archive/seal.ts';
import { ArchiveWriter, type Sink } from '../../lib/archive/writer.ts';
import type { Config } from '../../lib/config/config.ts';
import { openStore } from '../../lib/files/open.ts';
import { FileGoneError, type FileStore } from '../../lib/files/store.ts';
import { secretsPath } from '../../lib/secrets-file.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import type { NamedFile } from './files.ts';
import { collector } from './memory.ts';
import type { ProgressState, Report } from './progress.ts';

export interface ArchiveTable extends SelectedTable {
  /** Changes a row before it is written. */
  edit?: ((row: SnapshotRow) => void) | undefined;
}

export interface ArchiveContent {
  tables: readonly ArchiveTable[];
  /** Row counts and the rest of the header are read when they are needed. */
  header: Omit<ArchiveHeader, 'rows'>;
  files?: AsyncIterable<NamedFile> | undefined;
  /** Encrypts the secrets; without it they are not part of the archive. */
  passphrase?: string | undefined;
  report?: Report | undefined;
}

export interface ArchiveSummary {
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

export const writeArchive = (
  config: Config,
  snapshot: Snapshot,
  sink: Sink,
  content: ArchiveContent,
): Promise<ArchiveSummary> => new ArchiveRun(config, snapshot, sink, content).run();

class ArchiveRun {
  readonly #config: Config;
  readonly #snapshot: Snapshot;
  readonly #writer: ArchiveWriter;
  readonly #content: ArchiveContent;
  readonly #progress: ProgressState = { rows: 0, allRows: 0, bytes: 0, files: 0 };
  readonly #missing: string[] = [];
  readonly #collect = collector();

  constructor(config: Config, snapshot: Snapshot, sink: Sink, content: ArchiveContent) {
    this.#config = config;
    this.#snapshot = snapshot;
    this.#writer = new ArchiveWriter(sink);
    this.#content = content;
  }

  async run(): Promise<ArchiveSummary> {
    const { tables, files, passphrase } = this.#content;
    const header = { ...this.#content.header, rows: await this.#countRows() };
    this.#progress.allRows = Object.values(header.rows).reduce((all, rows) => all + rows, 0);
    await this.#writer.begin(header);
    for (const table of tables) await this.#writeTable(table);
    if (files) await this.#writeFiles(files);
    if (passphrase !== undefined) {
      const text = readFileSync(secretsPath(this.#config), 'utf8');
      await this.#writer.writeSecrets(await sealSecrets(text, passphrase, header.id));
    }
    const { sha256 } = await this.#writer.end();
    return {
      id: header.id,
      organizations: header.organizations,
      messages: header.rows.message ?? 0,
      rows: this.#progress.rows,
      files: this.#progress.files,
      missing_files: this.#missing,
      bytes: this.#writer.bytes,
      sha256,
    };
  }

  async #countRows(): Promise<Record<string, number>> {
    const rows: Record<string, number> = {};
    for (const table of this.#content.tables)
      rows[table.name] = Number((await this.#snapshot.query(countRows(table)))[0]?.n ?? 0);
    return rows;
  }

  async #writeTable(table: ArchiveTable): Promise<void> {
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

  async #writeFiles(files: AsyncIterable<NamedFile>): Promise<void> {
    const store = openStore(this.#config);
    for await (const file of files) {
      if (!(await this.#writeFile(store, file))) continue;
      this.#progress.files++;
      this.#report();
    }
  }

  /** @returns whether the file exists. */
  async #writeFile(store: FileStore, { key, content_type }: NamedFile): Promise<boolean> {
    try {
      const size = await store.getSize(key);
      const stream = size === 0 ? [] : await store.read(key, { first: 0, last: size - 1 });
      await this.#writer.beginFile({ key, content_type });
      for await (const block of gathered(stream)) await this.#writer.writeBlock(block);
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
    this.#content.report?.(this.#progress);
  }
}

/** The rows of a table in blocks of whole rows. @returns the number of rows. */
export async function writeRows(
  snapshot: Snapshot,
  table: ArchiveTable,
  write: (block: Buffer, rows: number) => Promise<void>,
): Promise<number> {
  const encode = rowEncoder(table.columns);
  let [text, waiting, all] = ['', 0, 0];
  const flush = async () => {
    if (waiting > 0) await write(Buffer.from(text), waiting);
    [text, waiting] = ['', 0];
  };
  for await (const rows of snapshot.rows(table)) {
    for (const row of rows) {
      table.edit?.(row);
      text += encode(row);
    }
    waiting += rows.length;
    all += rows.length;
    if (text.length >= blockBytes) await flush();
  }
  await flush();
  return all;
}

/** Joins small chunks of a stream into blocks. */
async function* gathered(stream: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
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

const leastFreeBytes = 256 * 1024 ** 2;

/** SQLite's write-ahead log grows while the snapshot is read: the server's disk space has priority. */
function refuseFullDisk({ data, databaseUrl }: Config): void {
  if (databaseUrl !== undefined) return;
  const { bavail, bsize } = statfsSync(data);
  if (bavail * bsize < leastFreeBytes)
    throw new StartRefused(
      `The disk of ${data} has less than 256 MiB left; the backup was stopped so that the server can continue.`,
    );
}
