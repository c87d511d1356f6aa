/** What an importer of another product would end at, or leave out, in an export. */
export interface ExportedFolder {
  /** By path: the text of each file. */
  texts: ReadonlyMap<string, string>;
  /** The paths of folders, empty ones too. */
  folders: ReadonlySet<string>;
}

export interface Row {
  [column: string]: unknown;
}

export class Faults {
  readonly all: string[] = [];

  /** Notes the fault unless the rule holds. */
  expect(holds: boolean, fault: string): void {
    if (!holds) this.all.push(fault);
  }

  /** Columns that are read without looking whether they are there. */
  columns(table: string, rows: readonly Row[], needed: readonly string[]): void {
    for (const row of rows)
      for (const column of needed)
        this.expect(column in row, `${table} lacks ${column}: ${JSON.stringify(row)}`);
  }

  /** Columns that are unknown end an import. */
  known(table: string, rows: readonly Row[], columns: readonly string[]): void {
    for (const row of rows)
      for (const column of Object.keys(row))
        this.expect(columns.includes(column), `${table} has the unknown column ${column}`);
  }

  unique(what: string, values: readonly unknown[]): void {
    this.expect(new Set(values).size === values.length, `${what} are not unique: ${values.join(' ')}`);
  }

  longest(what: string, value: unknown, most: number): void {
    const length = typeof value === 'string' ? Array.from(value).length : Number.POSITIVE_INFINITY;
    this.expect(length <= most, `${what} has ${length} characters, more than ${most}`);
  }
}

export function parsed<T>({ texts }: ExportedFolder, path: string, faults: Faults): T | undefined {
  const text = texts.get(path);
  faults.expect(text !== undefined, `${path} is missing`);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
