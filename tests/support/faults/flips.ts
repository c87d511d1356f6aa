/** Flips bits of a database file, one after the other, and looks whether what is then read is found to be damaged. */
import { closeSync, copyFileSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Chance } from '../../../server/src/app/demo/random.ts';
import { inspectDatabase } from '../../../server/src/db/inspect.ts';
import { checkAllRows } from '../../../server/src/db/row-sums/check-rows.ts';
import { getTableStates } from '../../../server/src/db/row-sums/triggers.ts';

interface Flip {
  table: string;
  offset: number;
  /** Whether reading all rows of the table gives something else than before, or fails. */
  changesRows: boolean;
  isFound: boolean;
}

interface Page {
  table: string;
  number: number;
}

interface Flipped {
  flips: Flip[];
  /** With all bits as they were. */
  isSoundAfterwards: boolean;
}

/** @param path A file that nobody has open, and that has no log beside it. */
export async function flipBits(path: string, count: number, seed: number): Promise<Flipped> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-flips-'));
  try {
    const copy = join(folder, 'heddle.db');
    copyFileSync(path, copy);
    const { covered, pages, pageSize } = listPages(copy);
    const chance = new Chance(seed);
    const before = new Map([...covered].map((table) => [table, readRows(copy, table)]));
    const flips: Flip[] = [];
    for (let i = 0; i < count; i++) {
      const { table, number } = chance.pick(pages);
      const offset = (number - 1) * pageSize + chance.below(pageSize);
      const undo = flip(copy, offset, 1 << chance.below(8));
      const changesRows = readRows(copy, table) !== before.get(table);
      flips.push({ table, offset, changesRows, isFound: await isDamaged(folder) });
      undo();
    }
    return { flips, isSoundAfterwards: !(await isDamaged(folder)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lists the pages of the tables whose rows have hashes, without their indexes. */
function listPages(path: string): { covered: ReadonlySet<string>; pages: Page[]; pageSize: number } {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = file.prepare('SELECT name, pageno FROM dbstat').all();
    const pages = rows.map((row) => ({ table: String(row.name), number: Number(row.pageno) }));
    const pageSize = Number(file.prepare('PRAGMA page_size').get()?.page_size);
    const states = getTableStates((sql) => file.prepare(sql).all());
    const covered = new Set(states.map(({ table }) => table));
    return { covered, pages: pages.filter(({ table }) => covered.has(table)), pageSize };
  } finally {
    file.close();
  }
}

function flip(path: string, offset: number, bit: number): () => void {
  const write = (byte: number) => {
    const handle = openSync(path, 'r+');
    writeSync(handle, Uint8Array.of(byte), 0, 1, offset);
    closeSync(handle);
  };
  const byte = new Uint8Array(1);
  const handle = openSync(path, 'r');
  readSync(handle, byte, 0, 1, offset);
  closeSync(handle);
  write((byte[0] ?? 0) ^ bit);
  return () => write(byte[0] ?? 0);
}

/** All values as bytes with their types, or why they cannot be read. */
function readRows(path: string, table: string): string {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const columns = file.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    const values = columns.map(({ name }) => `typeof(${String(name)}), hex(${String(name)})`);
    return JSON.stringify(file.prepare(`SELECT ${values.join(', ')} FROM ${table} NOT INDEXED`).all());
  } catch (error) {
    return String(error);
  } finally {
    file.close();
  }
}

/** As `heddle verify` finds out. */
async function isDamaged(dataDir: string): Promise<boolean> {
  const { faults } = await inspectDatabase(dataDir, undefined, { isThorough: true });
  if (faults.length > 0) return true;
  const file = new DatabaseSync(join(dataDir, 'heddle.db'), { readOnly: true });
  try {
    file.exec('BEGIN');
    return checkAllRows(file).damages.length > 0;
  } finally {
    file.close();
  }
}
