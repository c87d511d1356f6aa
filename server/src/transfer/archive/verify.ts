/** Verifies an installation in one consistent snapshot: what `heddle verify` without an archive reports. Read-only. */
import type { Config } from '../../lib/config/config.ts';
import { countRead } from '../../lib/bitmap/bitmap.ts';
import { openStore } from '../../lib/files/open.ts';
import { FileGoneError, type FileStore } from '../../lib/files/store.ts';
import { inspectDatabase } from '../../db/inspect.ts';
import { isSqliteDamage } from '../../db/sqlite/sqlite-faults.ts';
import { checks, indexedMessages } from '../../db/archive/checks.ts';
import { openSnapshot, type Snapshot } from '../../db/archive/snapshot.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { countDamaged } from './backup.ts';
import { orphanChecks } from './orphans.ts';
import { namedFiles, type NamedFile } from './files.ts';

export interface CheckResult {
  name: string;
  /** Number of invalid rows, files or entries. */
  problems: number;
  /** Descriptions of the first few. */
  examples: string[];
  /** What this could not check, in sentences. */
  notes?: string[];
}

const mostExamples = 5;

export async function verifyInstallation(config: Config): Promise<CheckResult[]> {
  const { faults, mismatch } = await inspectDatabase(config.data, config.databaseUrl, {
    isThorough: true,
  });
  const structure = [...(mismatch === undefined ? [] : [mismatch]), ...faults];
  const results = [result('database structure', structure)];
  if (mismatch !== undefined) return results;
  const snapshot = await openSnapshot(config.data, config.databaseUrl);
  try {
    const store = openStore(config);
    const steps: [name: string, check: () => Promise<CheckResult>][] = [
      [storedName, () => checkStored(snapshot)],
      ...[...(await orphanChecks(snapshot)), ...checks].map(
        ({ name, sql }) =>
          [name, () => runCheck(snapshot, name, sql)] as [string, () => Promise<CheckResult>],
      ),
      ['search index', () => checkSearch(snapshot)],
      ['read state', () => checkReadState(snapshot)],
      ['files', () => checkFiles(snapshot, store)],
    ];
    for (const [name, check] of steps)
      results.push(await check().catch((error: unknown) => unreadable(name, error)));
  } finally {
    await snapshot.close();
  }
  return results;
}

const result = (name: string, problems: readonly string[], all = problems.length): CheckResult => ({
  name,
  problems: all,
  examples: problems.slice(0, mostExamples),
});

/** What is damaged badly ends one check, and not the others. */
function unreadable(name: string, error: unknown): CheckResult {
  if (!isSqliteDamage(error)) throw error;
  return result(name, [errorMessage(error)]);
}

export const storedName = 'stored rows';

async function checkStored(snapshot: Snapshot): Promise<CheckResult> {
  const { damages, notes } = await snapshot.checkStored();
  const examples = damages.flatMap((damage) => damage.examples);
  return { ...result(storedName, examples, countDamaged(damages)), notes };
}

/** Each row that the statement returns is a problem, described by its columns. */
async function runCheck(snapshot: Snapshot, name: string, sql: string): Promise<CheckResult> {
  const [{ n } = { n: 0 }] = await snapshot.query(`SELECT count(*) AS n FROM (${sql}) AS found`);
  if (Number(n) === 0) return result(name, []);
  const rows = await snapshot.query(`${sql} LIMIT ${mostExamples}`);
  const texts = rows.map((row) =>
    Object.entries(row)
      .map(([column, value]) => `${column} ${String(value)}`)
      .join(', '),
  );
  return result(name, texts, Number(n));
}

async function checkSearch(snapshot: Snapshot): Promise<CheckResult> {
  const [row] = await snapshot.query(indexedMessages(snapshot.dialect));
  const [indexed, messages] = [Number(row?.indexed), Number(row?.messages)];
  const problems = indexed === messages ? [] : [`${indexed} of ${messages} messages are indexed`];
  return result('search index', problems);
}

const chunks = {
  name: 'read_chunk',
  columns: [
    { name: 'user_id', type: 'int' as const },
    { name: 'chunk', type: 'int' as const },
    { name: 'bitmap', type: 'bytes' as const },
  ],
  key: ['user_id', 'chunk'],
};

async function checkReadState(snapshot: Snapshot): Promise<CheckResult> {
  const problems: string[] = [];
  let all = 0;
  for await (const rows of snapshot.rows(chunks))
    for (const [userId, chunk, bitmap] of rows) {
      if (isReadable(bitmap)) continue;
      all++;
      if (problems.length < mostExamples)
        problems.push(`user_id ${String(userId)}, chunk ${String(chunk)}: not a bitmap`);
    }
  return result('read state', problems, all);
}

function isReadable(bitmap: unknown): boolean {
  try {
    return bitmap instanceof Uint8Array && countRead(bitmap) >= 0;
  } catch {
    return false;
  }
}

async function checkFiles(snapshot: Snapshot, store: FileStore): Promise<CheckResult> {
  const problems: string[] = [];
  let all = 0;
  for await (const file of namedFiles(snapshot)) {
    const problem = await getFileProblem(store, file);
    if (problem === undefined) continue;
    all++;
    if (problems.length < mostExamples) problems.push(problem);
  }
  return result('files', problems, all);
}

async function getFileProblem(store: FileStore, { key, size }: NamedFile): Promise<string | undefined> {
  try {
    const found = await store.getSize(key);
    return size === undefined || found === size ? undefined : `${key}: ${found} bytes instead of ${size}`;
  } catch (error) {
    if (error instanceof FileGoneError) return `${key}: missing`;
    throw error;
  }
}
