/** Restores an archive into an empty installation, with either database and either file store. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Migration } from '../../db/migrations/index.ts';
import { knownMigrations, openTarget, type RestoreTarget } from '../../db/archive/target.ts';
import { openSnapshot } from '../../db/archive/snapshot.ts';
import type {
  ArchiveHeader,
  ArchiveIndex,
  FileHeader,
  PartEnd,
  TableHeader,
} from '../../lib/archive/manifest.ts';
import { ArchiveError, ArchiveReader, type ArchiveHandler } from '../../lib/archive/reader.ts';
import { rowDecoder } from '../../lib/archive/rows.ts';
import { openSecrets, type SealedSecrets } from '../../lib/archive/seal.ts';
import type { Config } from '../../lib/config/config.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { Incoming } from '../../lib/files/incoming.ts';
import { openStore } from '../../lib/files/open.ts';
import type { FileStore } from '../../lib/files/store.ts';
import { findSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { writeRows } from './write.ts';
import { collector } from './memory.ts';
import type { ProgressState, Report } from './progress.ts';

export interface RestoreOptions {
  passphrase?: string | undefined;
  report?: Report;
  /** Reads the tables of the target back and compares their hashes with those in the archive. */
  compares?: boolean;
  /** Also accepts an archive of one organization, for further processing. */
  takesOrganization?: boolean;
  /** The migrations to run; all by default. */
  list?: readonly Migration[] | undefined;
}

interface RestoredTable {
  name: string;
  rows: number;
  sha256: string;
}

export interface RestoreSummary {
  header: ArchiveHeader;
  index: ArchiveIndex;
  rows: number;
  files: number;
  missing_files: string[];
  /** Comparisons of the target's tables, if requested. */
  compared: RestoredTable[];
  /** Whether the target has the secrets that the rows were encrypted with, as far as can be determined. */
  has_secrets: boolean;
}

/** @throws ArchiveError for a damaged archive, StartRefused for a target that is not empty. */
export async function restore(
  config: Config,
  source: AsyncIterable<Uint8Array>,
  options: RestoreOptions = {},
): Promise<RestoreSummary> {
  prepareDataFolder(config.data);
  const run = new Restore(config, options);
  try {
    return await run.read(source);
  } finally {
    await run.close();
  }
}

class Restore implements ArchiveHandler {
  readonly #config: Config;
  readonly #options: RestoreOptions;
  readonly #store: FileStore;
  readonly #incoming: Incoming;
  readonly #progress: ProgressState = { rows: 0, allRows: 0, bytes: 0, files: 0 };
  readonly #missing: string[] = [];
  readonly #collect = collector();
  readonly #tables: TableHeader[] = [];
  #reader: ArchiveReader | undefined;
  #header: ArchiveHeader | undefined;
  #target: RestoreTarget | undefined;
  #hasSecrets = false;

  constructor(config: Config, options: RestoreOptions) {
    this.#config = config;
    this.#options = options;
    this.#store = openStore(config);
    this.#incoming = new Incoming(join(config.data, 'uploads', 'incoming'));
  }

  async read(source: AsyncIterable<Uint8Array>): Promise<RestoreSummary> {
    const reader = new ArchiveReader(source);
    this.#reader = reader;
    const index = await reader.read(this);
    const [header, target] = [this.#header, this.#target];
    if (!header || !target) throw new ArchiveError('The archive has no header.');
    let compared: RestoredTable[] = [];
    await target.finish(header.sequences, async () => {
      if (this.#options.compares === true) compared = await this.#compare(index);
    });
    return {
      header,
      index,
      rows: this.#progress.rows,
      files: this.#progress.files,
      missing_files: this.#missing,
      compared,
      has_secrets: this.#hasSecrets || findSecrets(secretsPath(this.#config)) !== undefined,
    };
  }

  async header(header: ArchiveHeader): Promise<void> {
    if (header.organization && this.#options.takesOrganization !== true)
      throw new StartRefused(
        `This archive has one organization, ${header.organization.name}. Use "heddle import".`,
      );
    const { list } = this.#options;
    knownMigrations(header.migrations, list);
    this.#header = header;
    this.#progress.allRows = Object.values(header.rows).reduce((all, rows) => all + rows, 0);
    const { data: dataDir, databaseUrl } = this.#config;
    this.#target = await openTarget({ dataDir, databaseUrl, migrations: header.migrations, list });
  }

  async table(table: TableHeader, blocks: AsyncIterable<Buffer>): Promise<void> {
    const target = this.#target;
    if (!target) throw new ArchiveError('The archive has no header.');
    this.#tables.push(table);
    const columns = Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
    const decode = rowDecoder(table.columns);
    // Clients have seen events after the snapshot unless the server was stopped: they have to register again.
    const isKept = table.name !== 'event_queue' || this.#header?.is_move === true;
    await target.beginTable(table.name, columns, this.#header?.rows[table.name] ?? 0);
    for await (const block of blocks) {
      this.#collect(block.length);
      const rows = decode(block);
      if (isKept) await target.insert(rows);
      this.#progress.rows += rows.length;
      this.#report();
    }
    await target.endTable();
  }

  async file({ key, content_type }: FileHeader, blocks: AsyncIterable<Buffer>): Promise<void> {
    const file = await this.#incoming.receive(Readable.from(blocks), Number.MAX_SAFE_INTEGER);
    if (!file) throw new Error(`The file ${key} could not be stored.`);
    await this.#store.put(key, file, content_type);
    this.#progress.files++;
    this.#report();
  }

  missingFile({ key }: { key: string }): Promise<void> {
    this.#missing.push(key);
    return Promise.resolve();
  }

  async secrets(sealed: SealedSecrets): Promise<void> {
    const { passphrase } = this.#options;
    if (passphrase === undefined) return;
    const text = await openSecrets(sealed, passphrase, this.#header?.id ?? '');
    if (text === undefined)
      throw new StartRefused(
        'The passphrase is not the one that the secrets of this archive were encrypted with.',
      );
    writeSecrets(secretsPath(this.#config), text);
    this.#hasSecrets = true;
  }

  async #compare(index: ArchiveIndex): Promise<RestoredTable[]> {
    const snapshot = await openSnapshot(this.#config.data, this.#config.databaseUrl);
    const compared: RestoredTable[] = [];
    try {
      for (const table of this.#tables) {
        const hash = createHash('sha256');
        const rows = await writeRows(snapshot, table, async (block) => void hash.update(block));
        const [sha256, wanted] = [hash.digest('hex'), index.tables.find(({ name }) => name === table.name)];
        const isSkipped = table.name === 'event_queue' && this.#header?.is_move !== true;
        if (!isSkipped && (wanted?.rows !== rows || wanted.sha256 !== sha256))
          throw new Error(
            `Table ${table.name} has ${rows} rows that differ from the ${wanted?.rows} of the source.`,
          );
        compared.push({ name: table.name, rows, sha256 });
      }
    } finally {
      await snapshot.close();
    }
    return compared;
  }

  #report(): void {
    this.#progress.bytes = this.#reader?.bytes ?? 0;
    this.#options.report?.(this.#progress);
  }

  async close(): Promise<void> {
    await this.#target?.close();
  }
}

/** Existing secrets are those of an empty installation: nothing was encrypted with them. */
function writeSecrets(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true });
}

/** Counts the rows of each table, for `verify`; the reader checks everything else. */
export async function verifyArchive(
  source: AsyncIterable<Uint8Array>,
  report?: Report,
): Promise<{ header: ArchiveHeader; index: ArchiveIndex; bytes: number }> {
  const reader = new ArchiveReader(source);
  let header: ArchiveHeader | undefined;
  const counted = new Map<string, number>();
  const collect = collector();
  const progress: ProgressState = { rows: 0, allRows: 0, bytes: 0, files: 0 };
  const index = await reader.read({
    header(found) {
      header = found;
      progress.allRows = Object.values(found.rows).reduce((all, rows) => all + rows, 0);
      return Promise.resolve();
    },
    async table({ name, columns }, blocks) {
      const decode = rowDecoder(columns);
      let rows = 0;
      for await (const block of blocks) {
        collect(block.length);
        rows += decode(block).length;
        progress.bytes = reader.bytes;
        report?.({ ...progress, rows: progress.rows + rows });
      }
      progress.rows += rows;
      counted.set(name, rows);
    },
    async file(_file, blocks) {
      for await (const block of blocks) progress.bytes += block.length;
      progress.files++;
    },
    missingFile: () => Promise.resolve(),
    secrets: () => Promise.resolve(),
    ended(name: string, end: PartEnd) {
      if (end.rows !== undefined && end.rows !== counted.get(name))
        throw new ArchiveError(`The archive is damaged in table ${name}.`);
    },
  });
  if (!header) throw new ArchiveError('The archive has no header.');
  const expected = Object.entries(header.rows).find(([name, rows]) => counted.get(name) !== rows);
  if (expected) throw new ArchiveError(`The archive is damaged: table ${expected[0]} is not complete.`);
  return { header, index, bytes: reader.bytes };
}
