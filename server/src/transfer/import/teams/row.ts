import { parseTimeText } from '../iso-time.ts';

/** One object of an export, with case-insensitive names: the tool uses PascalCase, Graph camelCase. */
export class Row {
  readonly #values = new Map<string, unknown>();

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) this.#values.set(name.toLowerCase(), one);
  }

  /** By lower-case names. */
  get values(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#values);
  }

  text(name: string): string {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  is(name: string): boolean {
    return this.#values.get(name) === true;
  }

  row(name: string): Row {
    return new Row(this.#values.get(name));
  }

  rows(name: string): Row[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? value.map((one) => new Row(one)) : [];
  }

  time(name: string): number | undefined {
    const { ms = 0 } = parseTimeText(this.text(name)) ?? {};
    return ms <= 0 ? undefined : ms;
  }
}
