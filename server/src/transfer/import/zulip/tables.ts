/** Reads the tables of an export; which ones it has depends on its version. */
import type { Input } from '../input/input.ts';
import { countElements, jsonElements, type JsonElement } from '../input/json-elements.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import { isObject } from '../../../lib/objects.ts';
import { gap, type ProblemRecord } from '../records.ts';
import type { Tally } from '../reading/tally.ts';
import { columns, type Columns } from './columns.ts';

export interface Row {
  [column: string]: unknown;
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const id = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

export const number = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;

/** A row of a table, or the reason why it cannot be read. */
interface Found {
  row?: Row;
  fault?: string;
  place: string;
}

/** Tables that an export has that has the other one, whatever its version. */
const companions = {
  zerver_recipient: 'zerver_stream',
  zerver_subscription: 'zerver_stream',
  zerver_usergroupmembership: 'zerver_usergroup',
} as const;

/** Iterates over the rows of the tables in a file, and counts columns that this version does not know. */
export class Tables {
  readonly #input: Input;
  readonly #path: string;
  readonly #tally: Tally;
  readonly #absent = new Set<string>();
  readonly #present = new Set<string>();
  /** Tables whose columns are counted already: some are read several times. */
  readonly #counted = new Set<string>();
  #counts: Promise<ReadonlyMap<string, number>> | undefined;

  constructor(input: Input, path: string, tally: Tally) {
    this.#input = input;
    this.#path = path;
    this.#tally = tally;
  }

  async *read(key: string, path = this.#path): AsyncGenerator<Found> {
    for await (const some of this.readMany(key, path)) yield* some;
  }

  /** Several rows at a time: each step of an async iteration costs more than a short row. */
  async *readMany(key: string, path = this.#path): AsyncGenerator<Found[]> {
    if (!this.#input.files.has(path)) return;
    const table = { key, path, known: this.#takeColumns(key, path) };
    try {
      if (path === this.#path && !(await this.counts()).has(key)) {
        // Older and newer versions lack some tables.
        this.#absent.add(key);
        return;
      }
      for await (const some of jsonElements(await this.#input.open(path), { key }))
        yield some.flatMap((one) => this.#found(one, table));
    } catch (error) {
      if (!(error instanceof SyntaxError)) yield [{ fault: errorMessage(error), place: path }];
    }
  }

  /** The number of rows, by table, of the file that has most of them. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    return (this.#counts ??= this.#input.open(this.#path).then(countElements));
  }

  #found(
    one: JsonElement,
    { key, path, known }: { key: string; path: string; known: Columns | undefined },
  ): Found | [] {
    const place = `${path} ${key} #${one.index + 1}`;
    if ('fault' in one) return { fault: one.fault, place };
    if (!isObject(one.value)) return [];
    if (known) this.#tally.look(key, one.value, known, place);
    this.#present.add(key);
    return { row: one.value, place };
  }

  /** Tables that are missing, as far as they were looked for. */
  *noteAbsent(): Generator<ProblemRecord> {
    for (const [table, other] of Object.entries(companions))
      if (this.#absent.has(table) && this.#present.has(other))
        yield gap(
          this.#path,
          `The export has no table ${table}. Who is in which channel, conversation or group may not come: export again.`,
        );
  }

  #takeColumns(key: string, path: string): Columns | undefined {
    const table = `${path} ${key}`;
    if (this.#counted.has(table)) return undefined;
    this.#counted.add(table);
    return Object.hasOwn(columns, key) ? columns[key] : undefined;
  }
}
