/** Reads the tables of an export; which ones it has depends on its version. */
import type { Input } from '../input/input.ts';
import { jsonElements } from '../input/json-elements.ts';
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

  constructor(input: Input, path: string, tally: Tally) {
    this.#input = input;
    this.#path = path;
    this.#tally = tally;
  }

  async *read(key: string, path = this.#path): AsyncGenerator<{ row?: Row; fault?: string; place: string }> {
    if (!this.#input.files.has(path)) return;
    const place = (index: number) => `${path} ${key} #${index + 1}`;
    const known = this.#takeColumns(key, path);
    try {
      for await (const some of jsonElements(await this.#input.open(path), { key }))
        for (const one of some) {
          if ('fault' in one) yield { fault: one.fault, place: place(one.index) };
          else if (isObject(one.value)) {
            if (known) this.#tally.look(key, one.value, known, place(one.index));
            this.#present.add(key);
            yield { row: one.value, place: place(one.index) };
          }
        }
    } catch (error) {
      // Older and newer versions lack some tables.
      if (error instanceof SyntaxError) this.#absent.add(key);
      else yield { fault: errorMessage(error), place: path };
    }
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
