/** An empty database that rows of an archive are put into. Until the last step it has a mark, with which no server starts on it. */
import { searchLine } from '../../lib/search/line.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { Bulk, runEach, type BulkTable } from '../bulk.ts';
import type { Db } from '../db.ts';
import { migrate } from '../migrate.ts';
import { migrations, type Migration } from '../migrations/index.ts';
import { openDatabase, type Opened } from '../open.ts';
import { withoutDeadlines } from '../postgres/postgres-deadlines.ts';
import { indexedLine, insertSearchManySql, listIndexedWords } from '../search-sql.ts';
import {
  afterBulk,
  begin,
  foreignKeyCheck,
  hasTable,
  restoreSettings,
  takesColumns,
  type BulkType,
} from '../sql.ts';
import { dropTables, readIndexes, setSequence, type IndexShape } from './catalog.ts';
import type { SnapshotRow } from './snapshot.ts';

const unfinishedTable = 'unfinished_restore';

export interface TargetOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Names of the migrations of the archive. */
  migrations: readonly string[];
  /** Those that the restored rows are brought to; all by default. */
  list?: readonly Migration[] | undefined;
}

/** @throws StartRefused for a database with the mark of a restore that did not finish. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  if (!(await exists(db, unfinishedTable))) return;
  throw new StartRefused(
    'A restore into this database did not finish. Run "heddle restore" again with the same archive.',
  );
}

/** Below this an index is kept up to date row by row. */
const fewRows = 1000;
const rowsPerCommit = 50_000;

interface OpenTable {
  table: BulkTable;
  indexes: IndexShape[];
  /** The places of the columns that the word index needs; only for messages. */
  searched: number[] | undefined;
}

export class RestoreTarget {
  readonly #opened: Opened;
  readonly #list: readonly Migration[];
  readonly #bulk: Bulk;
  #table: OpenTable | undefined;
  #uncommitted = 0;
  #lastMessageId = 0;

  constructor(opened: Opened, list: readonly Migration[]) {
    this.#opened = opened;
    this.#list = list;
    this.#bulk = new Bulk(opened.writer);
  }

  get #db(): Db {
    return this.#opened.writer;
  }

  async beginTable(name: string, columns: Readonly<Record<string, BulkType>>, rows: number): Promise<void> {
    const { connection, dialect } = this.#db;
    const query = (sql: string) => connection.query(sql, []);
    const indexes = rows < fewRows ? [] : await readIndexes(dialect, query, name);
    for (const index of indexes) await query(`DROP INDEX ${index.name}`);
    const names = Object.keys(columns);
    const searched = name === 'message' ? searchColumns.map((column) => names.indexOf(column)) : undefined;
    this.#table = { table: { name, columns }, indexes, searched };
    await connection.run(begin(dialect), []);
  }

  async insert(rows: readonly SnapshotRow[]): Promise<void> {
    const table = this.#table;
    if (!table) throw new Error('No table was begun.');
    await this.#bulk.insert(table.table, rows);
    if (table.searched) await this.#indexWords(rows, table.searched);
    this.#uncommitted += rows.length;
    if (this.#uncommitted < rowsPerCommit) return;
    this.#uncommitted = 0;
    const { connection, dialect } = this.#db;
    await connection.run('COMMIT', []);
    await connection.run(begin(dialect), []);
  }

  async endTable(): Promise<void> {
    const { connection } = this.#db;
    await connection.run('COMMIT', []);
    this.#uncommitted = 0;
    for (const { ddl } of this.#table?.indexes ?? []) await connection.query(ddl, []);
    this.#table = undefined;
  }

  async #indexWords(rows: readonly SnapshotRow[], searched: readonly number[]): Promise<void> {
    const lines = rows.map((row) => getLine(searched.map((i) => row[i] ?? null)));
    const { connection, dialect } = this.#db;
    const statement = insertSearchManySql(dialect);
    const indexed = lines.map(([, line]) => indexedLine(dialect, line));
    const ids = lines.map(([id]) => id);
    if (takesColumns(dialect)) await connection.run(statement, [ids, indexed]);
    else
      await runEach(
        connection,
        statement,
        ids.map((id, i) => [id, indexed[i] ?? null]),
      );
    this.#lastMessageId = ids.at(-1) ?? this.#lastMessageId;
  }

  /** @param check Runs before the schema is brought up to date. */
  async finish(sequences: Readonly<Record<string, number>>, check: () => Promise<void>): Promise<void> {
    const { connection, dialect } = this.#db;
    for (const [table, last] of Object.entries(sequences))
      for (const statement of setSequence(dialect, table, last)) await connection.query(statement, []);
    for (const statement of listIndexedWords(dialect)) await connection.query(statement, []);
    if (this.#lastMessageId > 0)
      await connection.run(`INSERT INTO search_mark (id, message_id) VALUES (1, ${this.#lastMessageId})`, []);
    if ((await connection.query(foreignKeyCheck(dialect), [])).length > 0)
      throw new StartRefused(
        'The archive has rows that reference missing rows; it was made from a damaged database.',
      );
    await check();
    for (const setting of restoreSettings(dialect).after) await connection.query(setting, []);
    await migrate(this.#db, { list: this.#list });
    for (const statement of afterBulk(dialect, [])) await connection.query(statement, []);
    await connection.run(`DROP TABLE ${unfinishedTable}`, []);
  }

  close(): Promise<void> {
    return this.#opened.close();
  }
}

const searchColumns = ['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'content', 'rendered'];

function getLine(cells: SnapshotRow): readonly [number, string] {
  const [id, channelId, directId, senderId, topic, content, rendered] = cells;
  const place = channelId === null ? { directId: Number(directId) } : { channelId: Number(channelId) };
  const line = searchLine({
    place,
    senderId: Number(senderId),
    topic: String(topic),
    content: String(content),
    rendered: String(rendered),
  });
  return [Number(id), line];
}

/** @throws StartRefused for a database that is in use, or has an organization. */
export async function openTarget({
  dataDir,
  databaseUrl,
  migrations: names,
  list = migrations,
}: TargetOptions): Promise<RestoreTarget> {
  const opened = await openDatabase({
    dataDir,
    databaseUrl: databaseUrl === undefined ? undefined : withoutDeadlines(databaseUrl),
    list: knownMigrations(names, list),
    inspect: clearTarget,
    isAlone: true,
  });
  const { connection, dialect } = opened.writer;
  const { before, index } = restoreSettings(dialect);
  try {
    for (const setting of [...before, ...index]) await connection.query(setting, []);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return new RestoreTarget(opened, list);
}

/** @throws StartRefused for an archive of a version that this one does not know. */
export function knownMigrations(
  names: readonly string[],
  list: readonly Migration[] = migrations,
): readonly Migration[] {
  if (names[0]?.startsWith('0001-') && names[0] !== list[0]?.name)
    throw new StartRefused(
      'This archive was made by a version before 1.0.0, whose schema this version does not know. Use the version that made it.',
    );
  if (names.some((name, i) => list[i]?.name !== name))
    throw new StartRefused(
      `This archive has schema version ${names.length}, created by a newer Heddle; this version supports up to ${list.length}. Use the newer version.`,
    );
  return list.slice(0, names.length);
}

/** Leaves nothing but the mark. A schema without an organization is what a first start leaves, and as good as none. */
async function clearTarget(db: Db): Promise<void> {
  const { connection, dialect } = db;
  const query = (sql: string) => connection.query(sql, []);
  const isOurs = (await exists(db, unfinishedTable)) || (await isUninhabited(db));
  const drops = await dropTables(dialect, query);
  if (!isOurs && drops.length > 0)
    throw new StartRefused(
      'The target is not empty: it contains data. Specify an empty data folder or database.',
    );
  for (const setting of restoreSettings(dialect).before) await query(setting);
  await connection.run(begin(dialect), []);
  for (const statement of drops) await query(statement);
  await query(`CREATE TABLE ${unfinishedTable} (begun_at bigint NOT NULL)`);
  await connection.run('COMMIT', []);
}

async function isUninhabited(db: Db): Promise<boolean> {
  if (!(await exists(db, 'migration')) || !(await exists(db, 'organization'))) return false;
  return (await db.connection.query('SELECT 1 FROM organization LIMIT 1', [])).length === 0;
}

const exists = async ({ connection, dialect }: Db, table: string): Promise<boolean> =>
  (await connection.query(hasTable(dialect, table), [])).length > 0;
