/** Compares the rows of an embedded database with their hashes, without opening it for writing. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { anyRow, placeSql, type Cover } from './coverage.ts';
import { bytesSql, columnsSql, getKey, noSum, readSums, getSlot, hashRow, type Place } from './sums.ts';
import { getTableStates } from './triggers.ts';

export interface Damage {
  table: string;
  /** The first of them, in words. */
  examples: string[];
  /** How many there are. */
  all: number;
}

export interface RowCheck {
  damages: Damage[];
  /** Rows that are as their hashes say. */
  sound: number;
  /** Rows that have changed since hashes were last made, or have never had one. */
  unhashed: number;
}

const mostExamples = 5;

/** The check of each table in turn, to be called in a transaction that reads. */
export function listRowChecks(file: DatabaseSync): (() => RowCheck)[] {
  const states = getTableStates((sql) => file.prepare(sql).all());
  return states.map(
    ({ table, cover, isCurrent }) =>
      () =>
        isCurrent ? new TableCheck(file, table, cover).run() : countUnhashed(file, table),
  );
}

export interface StoredCheck {
  damages: Damage[];
  /** What could not be checked, in sentences. */
  notes: string[];
}

/** All tables, in a transaction that the caller has begun. */
export function checkAllRows(file: DatabaseSync): StoredCheck {
  const found = listRowChecks(file).map((check) => check());
  const sum = (count: 'sound' | 'unhashed') => found.reduce((all, one) => all + one[count], 0);
  return {
    damages: found.flatMap(({ damages }) => damages),
    notes: makeNotes(sum('unhashed'), sum('sound')),
  };
}

const makeNotes = (unhashed: number, sound: number): string[] =>
  unhashed === 0
    ? []
    : [
        `${unhashed.toLocaleString('en')} of ${(unhashed + sound).toLocaleString('en')} rows were not compared, since a running server has not hashed them yet.`,
      ];

/** Counts the rows of a version that has noted changes in another way. */
function countUnhashed(file: DatabaseSync, table: string): RowCheck {
  const row = file.prepare(`SELECT count(*) AS n FROM ${table}`).get();
  return { damages: [], sound: 0, unhashed: Number(row?.n) };
}

interface HashedRow {
  key: SQLOutputValue[];
  sum: number;
}

interface Block {
  place: Place;
  rows: HashedRow[];
}

interface StoredSums {
  place: Place;
  /** Undefined if they are damaged themselves. */
  sums: number[] | undefined;
}

const compare = (a: Place, b: Place): number => a.block - b.block || a.part - b.part;

class TableCheck {
  readonly #file: DatabaseSync;
  readonly #table: string;
  readonly #cover: Cover;
  readonly #columns: string[];
  readonly #key: string[];
  readonly #examples: string[] = [];
  #damaged = 0;
  #sound = 0;
  #unhashed = 0;

  constructor(file: DatabaseSync, table: string, cover: Cover) {
    this.#file = file;
    this.#table = table;
    this.#cover = cover;
    const columns = file.prepare(columnsSql(table)).all();
    this.#columns = columns.map(({ name }) => String(name));
    this.#key = getKey(columns).map(({ name }) => name);
  }

  run(): RowCheck {
    const stored = this.#storedSums();
    let sums = stored.next();
    for (const block of this.#blocks()) {
      for (; !sums.done && compare(sums.value.place, block.place) < 0; sums = stored.next())
        this.#judge(sums.value, []);
      if (sums.done || compare(sums.value.place, block.place) > 0) this.#unhashed += block.rows.length;
      else {
        this.#judge(sums.value, block.rows);
        sums = stored.next();
      }
    }
    for (; !sums.done; sums = stored.next()) this.#judge(sums.value, []);
    const damages =
      this.#damaged > 0 ? [{ table: this.#table, examples: this.#examples, all: this.#damaged }] : [];
    return { damages, sound: this.#sound, unhashed: this.#unhashed };
  }

  *#blocks(): Generator<Block> {
    const { block, part } = placeSql(this.#cover);
    const statement = this.#file.prepare(
      `SELECT ${block}, ${part}, ${bytesSql(this.#columns)}, ${this.#key.join(', ')} FROM ${this.#table} ORDER BY ${this.#key.join(', ')}`,
    );
    statement.setReturnArrays(true);
    // Damage may have made a number of any size.
    statement.setReadBigInts(true);
    let current: Block | undefined;
    for (const row of statement.iterate()) {
      // With `setReturnArrays`, which the types of Node do not follow.
      const [blockNumber, partNumber, bytes, ...key] = row as unknown as SQLOutputValue[];
      const place = { name: this.#table, block: Number(blockNumber), part: Number(partNumber) };
      if (!current || compare(current.place, place) !== 0) {
        if (current) yield current;
        current = { place, rows: [] };
      }
      current.rows.push({ key, sum: hashRow(bytes as Uint8Array) });
    }
    if (current) yield current;
  }

  *#storedSums(): Generator<StoredSums> {
    const statement = this.#file.prepare(
      'SELECT block, part, sums FROM row_sum WHERE name = ? ORDER BY block, part',
    );
    for (const { block, part, sums } of statement.iterate(this.#table)) {
      const place = { name: this.#table, block: Number(block), part: Number(part) };
      yield { place, sums: readSums(place, sums) };
    }
  }

  #judge({ place, sums }: StoredSums, rows: readonly HashedRow[]): void {
    const changed = this.#changedIn(place);
    if (!sums) this.#report(`the hashes of ${this.#inWords(place)} are damaged themselves`);
    if (!sums || (this.#cover.id === undefined && changed.size > 0)) this.#unhashed += rows.length;
    else if (this.#cover.id === undefined) this.#judgeAll(place, sums, rows);
    else this.#judgeEach(place, sums, rows, changed);
  }

  #changedIn({ block, part }: Place): Set<number> {
    const rows = this.#file
      .prepare('SELECT id FROM row_change WHERE name = ? AND block = ? AND part = ?')
      .all(this.#table, block, part);
    return new Set(rows.map(({ id }) => Number(id)));
  }

  #judgeEach(
    place: Place,
    sums: readonly number[],
    rows: readonly HashedRow[],
    changed: ReadonlySet<number>,
  ): void {
    const missing = new Map([...sums.entries()].filter(([, sum]) => sum !== noSum));
    for (const id of changed) if (id !== anyRow) missing.delete(getSlot(id));
    for (const { key, sum } of rows) {
      const slot = getSlot(Number(key[0]));
      const stored = missing.get(slot);
      missing.delete(slot);
      if (stored === undefined) this.#unhashed++;
      else if (stored === sum) this.#sound++;
      else this.#reportRow(key);
    }
    if (missing.size > 0) this.#reportMissing(place, missing.size);
  }

  /** Rows are distinguished by their hashes alone. */
  #judgeAll(place: Place, sums: readonly number[], rows: readonly HashedRow[]): void {
    const missing = new Map<number, number>();
    for (const sum of sums) missing.set(sum, (missing.get(sum) ?? 0) + 1);
    let different = 0;
    for (const { key, sum } of rows) {
      const left = missing.get(sum) ?? 0;
      if (left > 0) missing.set(sum, left - 1);
      else {
        different++;
        this.#reportRow(key);
      }
      if (left > 0) this.#sound++;
    }
    const left = [...missing.values()].reduce((all, one) => all + one, 0) - different;
    if (left > 0) this.#reportMissing(place, left);
  }

  #reportRow(key: readonly SQLOutputValue[]): void {
    this.#report(() => {
      const names = this.#key.map((name, i) => `${name} ${String(key[i])}`).join(', ');
      return `${this.#table} with ${names}${this.#ownerInWords(key)} differs from its hash`;
    });
  }

  #reportMissing(place: Place, missing: number): void {
    this.#report(
      `${missing === 1 ? 'one row is' : `${missing} rows are`} missing of ${this.#inWords(place)}`,
      missing,
    );
  }

  #inWords({ block, part }: Place): string {
    const [column, bits] = this.#cover.block;
    const first = block * 2 ** bits;
    const range = bits === 0 ? `${column} ${first}` : `${column} ${first} to ${first + 2 ** bits - 1}`;
    const second = this.#cover.part ? `, part ${part} by ${this.#cover.part[0]}` : '';
    return `${this.#table} with ${range}${second}`;
  }

  #report(text: string | (() => string), rows = 1): void {
    this.#damaged += rows;
    if (this.#examples.length < mostExamples) this.#examples.push(typeof text === 'string' ? text : text());
  }

  /** The organization, where it can be found out from what may be damaged. */
  #ownerInWords(key: readonly SQLOutputValue[]): string {
    const owner = ownerColumns.find(([column]) => this.#columns.includes(column));
    if (this.#table !== 'organization' && !owner) return '';
    const organization = owner ? owner[1] : 'id';
    const condition = this.#key.map((name) => `${name} IS ?`).join(' AND ');
    const row = this.#file
      .prepare(
        `SELECT o.id, o.name FROM organization o WHERE o.id = (SELECT ${organization} FROM ${this.#table} WHERE ${condition})`,
      )
      .get(...key);
    return row ? ` of organization ${String(row.id)} (${String(row.name)})` : '';
  }
}

/** By which column of a row its organization is found, and how; the first that a table has. */
const ownerColumns = [
  ['org_id', 'org_id'],
  ['user_id', '(SELECT org_id FROM person WHERE id = user_id)'],
  ['channel_id', '(SELECT org_id FROM channel WHERE id = channel_id)'],
  ['message_id', '(SELECT org_id FROM message WHERE id = message_id)'],
  ['group_id', '(SELECT org_id FROM user_group WHERE id = group_id)'],
] as const;
