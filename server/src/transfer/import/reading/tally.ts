/**
 * Counts what of an export no reader takes: each reader declares the fields and kinds of records that it knows, and everything
 * else is a line of the report, so that nothing disappears without a number.
 */
import type { LeftOutRecord } from '../records.ts';

/** What becomes of a field. */
export type FieldFate =
  /** A reader converts it. */
  | 'read'
  /** It says nothing that people see, such as a checksum, or repeats what another field says. */
  | 'repeats'
  | { without: string };

/** All fields of the type, which the reader uses, and the others that the product writes. */
export type FieldFates<T> = Readonly<Record<keyof T, FieldFate>> & Readonly<Record<string, FieldFate>>;

/** Fields that say nothing more, by their names. */
export const repeating = (names: string): Readonly<Record<string, FieldFate>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, 'repeats'] as const));

const unknownField = 'This version does not know the field.';
export const unknownKind = 'This version does not know the kind.';

const mostLines = 500;
const mostPlaces = 20;

type Line = Omit<LeftOutRecord, 'places'> & { places: string[] };

export class Tally {
  readonly #lines = new Map<string, Line>();

  /** Notes the fields of a record that say something and are not read. */
  look(kind: string, value: object, fates: Readonly<Record<string, FieldFate>>, place: string): void {
    for (const field in value) {
      const fate = Object.hasOwn(fates, field) ? fates[field] : undefined;
      if (fate === 'read' || fate === 'repeats' || saysNothing((value as Record<string, unknown>)[field]))
        continue;
      this.leaveOut(`${kind}: ${field}`, fate?.without ?? unknownField, place);
    }
  }

  /** Notes one record, or several of a place. */
  leaveOut(what: string, reason: string, place: string, count = 1): void {
    const key = `${what}\n${reason}`;
    let line = this.#lines.get(key);
    if (!line) {
      if (this.#lines.size >= mostLines) {
        this.#others.count += count;
        return;
      }
      line = { kind: 'leftOut', what, reason, count: 0, places: [] };
      this.#lines.set(key, line);
    }
    line.count += count;
    if (line.places.length < mostPlaces) line.places.push(place);
  }

  readonly #others: Line = {
    kind: 'leftOut',
    what: 'other kinds',
    count: 0,
    places: [],
    reason: 'The export has too many kinds to list.',
  };

  records(): LeftOutRecord[] {
    return [...this.#lines.values(), ...(this.#others.count > 0 ? [this.#others] : [])];
  }
}

function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '' || value === 0) return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return !(value instanceof Date);
}
