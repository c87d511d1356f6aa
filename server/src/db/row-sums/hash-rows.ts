/** Hashes the rows of blocks that have changed, some at a time, in the transaction that ends the notes of these changes. */
import type { Connection, Row } from '../connection.ts';
import { hasTable } from '../sql.ts';
import { anyRow, getCover, idBits, type Cover } from './coverage.ts';
import {
  blockCondition,
  bytesSql,
  columnsSql,
  getKey,
  noSum,
  packSums,
  readSums,
  getSlot,
  hashRow,
  type Place,
} from './sums.ts';

/** A group of writes waits at most so long, or for one block. */
const mostMs = 5;

interface DamagedRow {
  table: string;
  id: number;
}

export interface HashedSome {
  /** Where to continue; undefined after the last block. */
  next: Place | undefined;
  /** Rows that differ from their hashes although no change of them was noted. They keep these hashes. */
  damaged: DamagedRow[];
}

/** Only an embedded database whose schema has the tables for it can. */
export async function canHashRows(connection: Connection): Promise<boolean> {
  if (connection.dialect !== 'sqlite') return false;
  return (await connection.query(hasTable('sqlite', 'row_change'), [])).length > 0;
}

/** @param after Continues behind this block, so that one that changes all the time holds up no others. */
export async function hashSomeRows(connection: Connection, after: Place | undefined): Promise<HashedSome> {
  const begun = performance.now();
  const run = new HashRun(connection);
  let next = await run.findChanged(after);
  while (next) {
    await run.hash(next);
    if (performance.now() - begun > mostMs) break;
    next = await run.findChanged(next);
  }
  return { next, damaged: run.damaged };
}

interface CoveredTable {
  cover: Cover;
  /** Selects the rows of a block. */
  rowsSql: string;
}

class HashRun {
  readonly #connection: Connection;
  readonly #tables = new Map<string, CoveredTable | undefined>();
  readonly damaged: DamagedRow[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async findChanged(after: Place | undefined): Promise<Place | undefined> {
    const columns = 'SELECT name, block, part FROM row_change';
    const [row] = after
      ? await this.#query(
          `${columns} WHERE (name, block, part) > (?, ?, ?) ORDER BY name, block, part LIMIT 1`,
          after,
        )
      : await this.#query(`${columns} ORDER BY name, block, part LIMIT 1`);
    return row && { name: String(row.name), block: Number(row.block), part: Number(row.part) };
  }

  async hash(place: Place): Promise<void> {
    const table = await this.#findTable(place.name);
    if (table) await this.#store(place, await this.#getSums(place, table));
    await this.#run('DELETE FROM row_change WHERE name = ? AND block = ? AND part = ?', place);
  }

  async #getSums(place: Place, { cover, rowsSql }: CoveredTable): Promise<number[]> {
    const rows = await this.#connection.query(rowsSql, [place.block, place.part]);
    const sums = rows.map((row) => ({ id: Number(row.id), sum: hashRow(row.bytes as Uint8Array) }));
    if (cover.id === undefined) return sums.map(({ sum }) => sum);
    const slots = await this.#unchangedSlots(place);
    for (const { id, sum } of sums) {
      const slot = getSlot(id);
      const before = slots[slot] ?? noSum;
      if (before === noSum) slots[slot] = sum;
      else if (before !== sum) this.damaged.push({ table: place.name, id });
    }
    return slots;
  }

  /** The hashes of the rows that have not changed since, so that damage of one is not hidden by changes of its neighbours. */
  async #unchangedSlots(place: Place): Promise<number[]> {
    const stored = await this.#query(
      'SELECT sums FROM row_sum WHERE name = ? AND block = ? AND part = ?',
      place,
    );
    const slots = readSums(place, stored[0]?.sums) ?? Array.from({ length: 2 ** idBits }, () => noSum);
    const changes = await this.#query(
      'SELECT id FROM row_change WHERE name = ? AND block = ? AND part = ?',
      place,
    );
    for (const { id } of changes) if (id !== anyRow) slots[getSlot(Number(id))] = noSum;
    return slots;
  }

  async #store(place: Place, sums: readonly number[]): Promise<void> {
    const { name, block, part } = place;
    if (sums.every((sum) => sum === noSum))
      await this.#run('DELETE FROM row_sum WHERE name = ? AND block = ? AND part = ?', place);
    else
      await this.#connection.run(
        'INSERT OR REPLACE INTO row_sum (name, block, part, sums) VALUES (?, ?, ?, ?)',
        [name, block, part, packSums(place, sums)],
      );
  }

  async #findTable(name: string): Promise<CoveredTable | undefined> {
    if (this.#tables.has(name)) return this.#tables.get(name);
    const columns = await this.#connection.query(columnsSql(name), []);
    const key = getKey(columns);
    const cover = getCover(name, key);
    const bytes = bytesSql(columns.map((column) => String(column.name)));
    const order = key.map((column) => column.name).join(', ');
    const table = cover && {
      cover,
      rowsSql: `SELECT ${cover.id ?? anyRow} AS id, ${bytes} AS bytes FROM ${name} WHERE ${blockCondition(cover)} ORDER BY ${order}`,
    };
    this.#tables.set(name, table);
    return table;
  }

  async #query(sql: string, place?: Place): Promise<Row[]> {
    return this.#connection.query(sql, place ? [place.name, place.block, place.part] : []);
  }

  async #run(sql: string, { name, block, part }: Place): Promise<void> {
    await this.#connection.run(sql, [name, block, part]);
  }
}
