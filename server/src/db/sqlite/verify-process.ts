/**
 * Reads a whole SQLite file, table by table with its indexes, and says whether its pages make sense. A process of its own:
 * a large table takes long, and a damaged page may crash the process that reads it.
 */
import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithServer } from '../../lib/children/end-with-server.ts';
import { fieldsIn } from '../../lib/objects.ts';
import { listRowChecks, type Damage, type RowCheck } from '../row-sums/check-rows.ts';
import { errorMessage } from '../../lib/thrown.ts';

export interface VerifyOrder {
  path: string;
  /** Rests so many times as long as a table took, so that others have the disk for themselves most of the time. */
  restFactor: number;
  /** Also compares the rows with their hashes. */
  checksRows: boolean;
}

export type VerifyReply =
  | { result: 'sound'; rows: Damage[] }
  | { result: 'damaged' | 'failed'; text: string };

const corrupt = 11;
const notADatabase = 26;

const open = (path: string): DatabaseSync => new DatabaseSync(path, { readOnly: true, timeout: 5000 });

const tables = (file: DatabaseSync): string[] =>
  file
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .all()
    .map(({ name }) => String(name));

const isDamage = (error: unknown): boolean =>
  [corrupt, notADatabase].includes(Number(fieldsIn(error).errcode) & 0xff);

/** What is wrong with one table; undefined when nothing is. @throws errors that are no damage */
function getDamage(file: DatabaseSync, table: string): string | undefined {
  try {
    const rows = file.prepare(`PRAGMA quick_check("${table.replaceAll('"', '""')}")`).all();
    const text = String(Object.values(rows[0] ?? {})[0] ?? 'ok');
    return text === 'ok' ? undefined : `${table}: ${text}`;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return `${table}: ${errorMessage(error)}`;
  }
}

/** As `getDamage`, from the disk and not from what a connection remembers. */
function damageSeenAnew(path: string, table: string): string | undefined {
  const file = open(path);
  try {
    return getDamage(file, table);
  } finally {
    file.close();
  }
}

/** One state of a table; a longer transaction would keep the log from being emptied. */
function readOnce(file: DatabaseSync, check: () => RowCheck): Damage[] {
  file.exec('BEGIN');
  const { damages } = check();
  file.exec('COMMIT');
  return damages;
}

async function verify({ path, restFactor, checksRows }: VerifyOrder): Promise<VerifyReply> {
  const file = open(path);
  try {
    for (const table of ['sqlite_schema', ...tables(file)]) {
      const begun = performance.now();
      const text = getDamage(file, table) && damageSeenAnew(path, table);
      if (text !== undefined) return { result: 'damaged', text };
      await sleep((performance.now() - begun) * restFactor);
    }
    const rows: Damage[] = [];
    for (const check of checksRows ? listRowChecks(file) : []) {
      const begun = performance.now();
      rows.push(...readOnce(file, check));
      await sleep((performance.now() - begun) * restFactor);
    }
    return { result: 'sound', rows };
  } finally {
    file.close();
  }
}

function getFailure(error: unknown): VerifyReply {
  return { result: isDamage(error) ? 'damaged' : 'failed', text: errorMessage(error) };
}

process.once('message', (order: VerifyOrder) => {
  // Without rests, the server stores nothing until the file has been checked.
  if (order.restFactor > 0) setPriority(constants.priority.PRIORITY_LOW);
  verify(order)
    .catch(getFailure)
    .then((reply) => process.send?.(reply, () => process.exit(0)))
    .catch(() => process.exit(1));
});
endWithServer();
process.send?.('ready');
