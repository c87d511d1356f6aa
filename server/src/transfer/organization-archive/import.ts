/**
 * Imports an archive of one organization into a server that may have others. All rows are inserted in one transaction, so that
 * an interrupted run leaves none of them.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { auditRow } from '../../core/audit/index.ts';
import { GivenIds } from '../../core/log/index.ts';
import { newCredentials, type Credentials } from '../../core/users/index.ts';
import { readCatalog, readSequences, setSequence, type TableShape } from '../../db/archive/catalog.ts';
import { knownMigrations, refuseUnfinishedRestore } from '../../db/archive/target.ts';
import { Bulk } from '../../db/bulk.ts';
import type { Db } from '../../db/db.ts';
import { migrations, type Migration } from '../../db/migrations/index.ts';
import { openDatabase } from '../../db/open.ts';
import { withoutDeadlines } from '../../db/postgres/postgres-deadlines.ts';
import { readSecretsTrace } from '../../db/secrets/trace.ts';
import { mediaProxy } from '../../features/media-proxy/index.ts';
import { checkedSubdomain } from '../../features/organization/index.ts';
import type {
  ArchiveHeader,
  ExportedOrganization,
  FileHeader,
  TableHeader,
} from '../../lib/archive/manifest.ts';
import { ArchiveError, ArchiveReader, type ArchiveHandler } from '../../lib/archive/reader.ts';
import { rowDecoder } from '../../lib/archive/rows.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Config } from '../../lib/config/config.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { Incoming } from '../../lib/files/incoming.ts';
import { openStore } from '../../lib/files/open.ts';
import { newApiKey, type Secrets } from '../../lib/secrets.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { collector } from '../archive/memory.ts';
import type { ProgressState, Report } from '../archive/progress.ts';
import { matchingSecrets, storeFingerprint } from '../../db/secrets/match.ts';
import { organizationAddress } from './export.ts';
import { deriveRows } from './derive.ts';
import { IdMap, type ImportContext } from './import-context.ts';
import { importedKey } from './imported-files.ts';
import { rowMapper } from './row-mapper.ts';

export interface ImportOptions {
  /** Overrides the subdomain in the archive. */
  subdomain?: string | undefined;
  name?: string | undefined;
  report?: Report;
  /** The migrations to run; all by default. */
  list?: readonly Migration[] | undefined;
}

export interface ImportSummary {
  organization: { id: number; name: string; subdomain: string; url: string | null };
  type: ExportedOrganization['type'];
  rows: number;
  messages: number;
  files: number;
  missing_files: string[];
}

/** The archive's rows have to be migrated before they can be imported. */
export class OlderArchive extends Error {
  override readonly name = 'OlderArchive';
  readonly header: ArchiveHeader;

  constructor(header: ArchiveHeader) {
    super(
      `This archive has schema version ${header.migrations.length}, created by an older Heddle. Give it as a file, since it has to be read twice.`,
    );
    this.header = header;
  }
}

/** @throws ArchiveError for a damaged archive, StartRefused and ApiError for one that cannot be imported here. */
export async function importOrganization(
  config: Config,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  prepareDataFolder(config.data);
  const { data: dataDir, databaseUrl } = config;
  const opened = await openDatabase({
    dataDir,
    databaseUrl: databaseUrl === undefined ? undefined : withoutDeadlines(databaseUrl),
    list: options.list,
    inspect: refuseUnfinishedRestore,
    isAlone: true,
  });
  try {
    const { connection } = opened.writer;
    const trace = await readSecretsTrace((sql) => connection.query(sql, []));
    const secrets = matchingSecrets(config, trace);
    // As a server does when it starts: a copy of the data folder may have been put back since the last start.
    await new GivenIds(systemClock).resume(opened.writer);
    return await new OrganizationImport(config, opened.writer, secrets, options).run(source);
  } finally {
    await opened.close();
  }
}

/** @throws StartRefused for an archive of a whole server, or of an unknown version. */
export function importedOrganization(
  { organization, migrations: names }: ArchiveHeader,
  list: readonly Migration[] = migrations,
): ExportedOrganization {
  if (!organization)
    throw new StartRefused(
      'This archive has a whole server. Restore it into an empty one with "heddle restore".',
    );
  knownMigrations(names, list);
  return organization;
}

class OrganizationImport implements ArchiveHandler {
  readonly #config: Config;
  readonly #db: Db;
  readonly #bulk: Bulk;
  readonly #secrets: Secrets;
  readonly #options: ImportOptions;
  readonly #progress: ProgressState = { rows: 0, allRows: 0, bytes: 0, files: 0 };
  readonly #missing: string[] = [];
  readonly #stored: string[] = [];
  /** All rows are, and only the COMMIT is missing. */
  #isWritten = false;
  readonly #collect = collector();
  #reader: ArchiveReader | undefined;
  #header: ArchiveHeader | undefined;
  #catalog: TableShape[] = [];
  #context: ImportContext | undefined;

  constructor(config: Config, db: Db, secrets: Secrets, options: ImportOptions) {
    this.#config = config;
    this.#db = db;
    this.#bulk = new Bulk(db);
    this.#secrets = secrets;
    this.#options = options;
  }

  async run(source: AsyncIterable<Uint8Array>): Promise<ImportSummary> {
    const reader = new ArchiveReader(source);
    this.#reader = reader;
    try {
      await this.#bulk.together(async () => {
        await reader.read(this);
        await this.#finish();
        this.#isWritten = true;
      });
    } catch (error) {
      // A COMMIT whose response was lost may have stored the rows. Files without rows only take space.
      if (!this.#isWritten) await this.#removeFiles();
      throw error;
    }
    const { ids, place, urls } = this.#imported;
    return {
      organization: {
        id: ids.organization.to,
        name: place.name,
        subdomain: place.subdomain,
        url: urls.to ?? null,
      },
      type: this.#header?.organization?.type ?? 'full',
      rows: this.#progress.rows,
      messages: this.#header?.rows.message ?? 0,
      files: this.#progress.files,
      missing_files: this.#missing,
    };
  }

  async #removeFiles(): Promise<void> {
    const store = openStore(this.#config);
    for (const key of this.#stored) await store.remove(key).catch(() => undefined);
  }

  get #imported(): ImportContext {
    if (!this.#context) throw new ArchiveError('The archive has no header.');
    return this.#context;
  }

  async header(header: ArchiveHeader): Promise<void> {
    const { list = migrations } = this.#options;
    const organization = importedOrganization(header, list);
    if (header.migrations.length < list.length) throw new OlderArchive(header);
    const { dialect, connection } = this.#db;
    const query = (sql: string) => connection.query(sql, []);
    this.#header = header;
    this.#progress.allRows = Object.values(header.rows).reduce((all, rows) => all + rows, 0);
    this.#catalog = await readCatalog(dialect, query);
    const subdomain = checkedSubdomain(this.#options.subdomain ?? organization.subdomain);
    const target = await readSequences(dialect, query);
    const others = await this.#db.q.selectFrom('organization').select(['id', 'subdomain']).execute();
    if (others.some((other) => other.subdomain === subdomain))
      throw new StartRefused(
        `The subdomain ${subdomain || "''"} is already in use on this server. Choose another one with --subdomain.`,
      );
    const last = Math.max(target.organization ?? 0, ...others.map(({ id }) => id));
    const { baseUrl } = this.#config;
    this.#context = {
      ids: new IdMap({
        organization: { from: organization.id, to: last + 1 },
        source: header.sequences,
        target,
      }),
      place: {
        name: this.#options.name ?? organization.name,
        subdomain,
        uuid: randomUUID(),
        position: header.organizations[0]?.position ?? 0,
      },
      urls: {
        from: organization.url ?? undefined,
        to: organizationAddress(baseUrl, others.length === 0 ? '' : subdomain) ?? undefined,
      },
      credentials: credentialsWith(this.#secrets),
      newToken: newApiKey,
      mediaUrl: mediaProxy(this.#secrets),
      personFields: new Set(),
    };
  }

  async table(table: TableHeader, blocks: AsyncIterable<Buffer>): Promise<void> {
    const shape = this.#catalog.find(({ name }) => name === table.name);
    const map = rowMapper(table, shape, this.#imported);
    const columns = Object.fromEntries(table.columns.map(({ name, type }) => [name, type]));
    const target = { name: table.name, columns };
    const decode = rowDecoder(table.columns);
    for await (const block of blocks) {
      this.#collect(block.length);
      const rows = decode(block).map(map);
      await this.#bulk.insert(target, rows);
      this.#progress.rows += rows.length;
      this.#report();
    }
  }

  async file({ key, content_type }: FileHeader, blocks: AsyncIterable<Buffer>): Promise<void> {
    const stored = await importedKey(this.#db, key, this.#imported.ids);
    const incoming = new Incoming(join(this.#config.data, 'uploads', 'incoming'));
    const file = await incoming.receive(Readable.from(blocks), Number.MAX_SAFE_INTEGER);
    if (!file) throw new Error(`The file ${key} could not be stored.`);
    await openStore(this.#config).put(stored, file, content_type);
    this.#stored.push(stored);
    this.#progress.files++;
    this.#report();
  }

  missingFile({ key }: { key: string }): Promise<void> {
    this.#missing.push(key);
    return Promise.resolve();
  }

  secrets(): Promise<void> {
    return Promise.resolve();
  }

  async #finish(): Promise<void> {
    const { ids } = this.#imported;
    const { connection, dialect } = this.#db;
    await deriveRows(this.#db, ids.organization.to, Date.now());
    await storeFingerprint(this.#db, this.#secrets);
    const assigned: [string, number][] = [...ids.assigned, ['organization', ids.organization.to]];
    for (const [table, last] of assigned)
      if (last > 0)
        for (const statement of setSequence(dialect, table, last)) await connection.query(statement, []);
    await this.#audit();
  }

  async #audit(): Promise<void> {
    const { ids, place } = this.#imported;
    const { organization, created_at: madeAt } = this.#header ?? {};
    const orgId = ids.organization.to;
    const row = auditRow(
      {
        action: 'organization.import',
        target: { type: 'organization', id: orgId, name: place.name },
        after: { export_type: organization?.type, from: organization?.url ?? null, made_at: madeAt },
        origin: { source: 'command', client: 'heddle import' },
      },
      { orgId, now: Date.now() },
    );
    await this.#db.q.insertInto('audit_entry').values(row).execute();
  }

  #report(): void {
    this.#progress.bytes = this.#reader?.bytes ?? 0;
    this.#options.report?.(this.#progress);
  }
}

/** The hash and the encrypted key of an account are requested one after the other. */
function credentialsWith(secrets: Secrets): (id: number) => Credentials {
  let last: { id: number; credentials: Credentials } | undefined;
  return (id) => {
    if (last?.id !== id) last = { id, credentials: newCredentials(secrets, null) };
    return last.credentials;
  };
}
