/**
 * Brings the schema up to date: all missing migrations in one transaction. A failure leaves the schema unchanged, so
 * that the copy made before remains usable. What has already run is read in that transaction, since another process
 * may have migrated. Nodes that serve the database continue meanwhile, and those that start wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageFault } from '../lib/storage/faults.ts';
import type { Connection } from './connection.ts';
import type { Db } from './db.ts';
import { getHash, marksIn, mismatch, oldestFor, type Mark } from './migration-marks.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { readNodesBelow } from './node-rows.ts';
import { BeginAgain } from './postgres/begin-again.ts';
import { StartRefused, withoutStop } from '../lib/start-refused.ts';
import { begin, hasTable, isRemote, tryLockSchema } from './sql.ts';
import { errorMessage } from '../lib/thrown.ts';

export interface MigrateOptions {
  list?: readonly Migration[] | undefined;
  /** Called once before a schema that holds data is changed: for a copy. @throws StartRefused when there can be none. */
  beforeChange?: () => void | Promise<void>;
  /** What it does or waits for, for the log. */
  announce?: ((text: string) => void) | undefined;
  /** Called before each migration. @returns what is called after it. @throws StartRefused where it must not be tried again */
  watch?: WatchMigration | undefined;
}

export type WatchMigration = (name: string) => () => void;

interface Step {
  /** What is said to have failed. */
  name: string;
  statements: readonly string[];
}

/**
 * @throws StartRefused, with nothing touched, unless the migrations that ran are the first ones of the list, unchanged, and
 * those that are missing succeed.
 */
export async function migrate(
  db: Db,
  {
    list = migrations,
    beforeChange = () => undefined,
    announce = () => undefined,
    watch = () => () => undefined,
  }: MigrateOptions = {},
): Promise<void> {
  const marks = await readMarks(db);
  check(marks, list, db);
  if (marks.length > 0 && marks.length < list.length) await beforeChange();
  if (marks.length > 0 && marks.length >= list.length) return;
  if (marks.length > 0) announce(`bringing the schema from version ${marks.length} to ${list.length}`);
  await changeSchema(db, () => missing(db, list), { announce, watch });
}

async function missing(db: Db, list: readonly Migration[]): Promise<Step[]> {
  const present = await readMarks(db);
  check(present, list, db);
  await refuseOlderNodes(db, list, present.length);
  return [
    { name: 'the table of migrations', statements: [createMarks] },
    ...list.slice(present.length).map((migration, index) => ({
      name: migration.name,
      statements: [...migration.statements(db.dialect), newMark(present.length + index + 1, list, db)],
    })),
  ];
}

const createMarks =
  'CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL, oldest integer NOT NULL)';

function newMark(number: number, list: readonly Migration[], { dialect }: Db): string {
  const ran = list.slice(0, number);
  const migration = ran.at(-1);
  if (!migration) throw new Error('There is no such migration.');
  return `INSERT INTO migration (number, name, hash, oldest)
     VALUES (${number}, '${migration.name}', '${getHash(migration, dialect)}', ${oldestFor(ran)})`;
}

/** Checks that all running nodes work with this schema. @throws StartRefused */
async function refuseOlderNodes(db: Db, list: readonly Migration[], ran: number): Promise<void> {
  if (!isRemote(db.dialect) || !list.slice(ran).some(({ needs }) => needs !== undefined)) return;
  const older = await readNodesBelow(db.connection, oldestFor(list));
  if (older.length === 0) return;
  const which = older.map(({ address, version }) => `${address} (version ${version})`).join(', ');
  throw new StartRefused(
    `This version changes what an older one uses, which still serves this database: ${which}. Stop it first, or start a ` +
      'version between the two.',
  );
}

const pauseMs = 500;
/** Half an hour: a backup may keep tables locked. */
const mostAttempts = 3600;

/** Waits for another node that migrates, and for locks of tables, without blocking other statements meanwhile. */
async function changeSchema(
  { connection, dialect }: Db,
  steps: () => Promise<Step[]>,
  { announce, watch }: { announce: (text: string) => void; watch: WatchMigration },
): Promise<void> {
  let waitsFor = '';
  const wait = async (text: string) => {
    if (text !== waitsFor) announce(text);
    waitsFor = text;
    await sleep(pauseMs);
  };
  for (let attempt = 1; ; attempt++) {
    await connection.run(begin(dialect), []);
    try {
      if (await isSchemaLocked(connection)) {
        for (const step of await steps()) await take(connection, step, watch);
        await connection.run('COMMIT', []);
        return;
      }
      await rollBack(connection);
      await wait('waiting for another node, which brings the schema up to date');
    } catch (error) {
      await rollBack(connection);
      if (!isLockTimeout(error) || attempt === mostAttempts) throw error;
      await wait('waiting for tables that something else keeps locked, such as a backup');
    }
  }
}

/** Whether this process has the lock now, to the end of the transaction. */
async function isSchemaLocked(connection: Connection): Promise<boolean> {
  const rows: unknown[] = [];
  for (const statement of tryLockSchema(connection.dialect))
    rows.push(...(await connection.query(statement, [])));
  return rows.length > 0;
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof BeginAgain || (error instanceof StorageFault && error.kind === 'busy');

async function take(
  connection: Connection,
  { name, statements }: Step,
  watch: WatchMigration,
): Promise<void> {
  const ended = watch(name);
  try {
    for (const statement of statements) await connection.run(statement, []);
  } catch (error) {
    if (error instanceof StorageFault || error instanceof BeginAgain) throw error;
    const reason = withoutStop(errorMessage(error));
    throw new StartRefused(
      `Migration ${name} failed and was rolled back: ${reason}. Fix the cause and start again, or start the version of Heddle that last used this database.`,
    );
  } finally {
    ended();
  }
}

/** Some failures have ended the transaction already; the reason is worth more than the complaint about that. */
async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.run('ROLLBACK', []);
  } catch {
    // Nothing is kept without a COMMIT.
  }
}

async function isMarked({ connection, dialect }: Db): Promise<boolean> {
  return (await connection.query(hasTable(dialect, 'migration'), [])).length > 0;
}

async function readMarks(db: Db): Promise<Mark[]> {
  if (!(await isMarked(db))) return [];
  return marksIn(await db.connection.query('SELECT * FROM migration ORDER BY number', []));
}

function check(marks: readonly Mark[], list: readonly Migration[], { dialect }: Db): void {
  const reason = mismatch(marks, list, dialect);
  if (reason !== undefined) throw new StartRefused(reason);
}
