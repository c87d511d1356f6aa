/** JSON that is already written, in place of a value: for long lists that many responses have in common. */
import { parseStored } from '../json.ts';

/** A value of type `T` as UTF-8, in parts that may be shared with other values. */
export class JsonText<T> {
  readonly parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    this.parts = parts;
  }

  /** Makes `JSON.stringify` write the same value, wherever this one is part of another. */
  toJSON(): T {
    return parseStored<T>(Buffer.concat(this.parts).toString());
  }
}

/** Fields of which some may be written already. */
export type Written<Fields> = { [Name in keyof Fields]: Fields[Name] | JsonText<Fields[Name]> };

/** @param items The JSON of each item. */
export const listText = <T>(items: readonly string[]): JsonText<T[]> =>
  new JsonText([Buffer.from(`[${items.join(',')}]`)]);

/** The JSON of an object with the fields of two, of which neither is empty. @param text The JSON of the first. */
export const joinObjects = (text: string, more: object): string =>
  `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}`;

/** The JSON of an object without its braces, to be written within another. */
export const fieldsText = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** The JSON of an object of which some fields are written already. */
export function objectText<T extends object>(fields: Written<T>): JsonText<T> {
  const text = writeFields({ ...fields });
  return new JsonText([brace, ...(typeof text === 'string' ? [Buffer.from(text)] : text)]);
}

const brace = Buffer.from('{');
const comma = Buffer.from(',');

/** The JSON of an object, without its first brace: text, unless a field of it was written already. */
export type WrittenFields = string | Buffer[];

/** The plain fields come first, then those written already. */
export function writeFields(fields: Readonly<Record<string, unknown>>): WrittenFields {
  const written = Object.entries(fields).filter(
    (entry): entry is [string, JsonText<unknown>] => entry[1] instanceof JsonText,
  );
  if (written.length === 0) return JSON.stringify(fields).slice(1);
  const without = Object.fromEntries(written.map(([name]) => [name, undefined]));
  const plain = JSON.stringify({ ...fields, ...without }).slice(1, -1);
  const parts: Buffer[] = plain === '' ? [] : [Buffer.from(plain), comma];
  for (const [index, [name, { parts: value }]] of written.entries())
    parts.push(Buffer.from(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`), ...value);
  return [...parts, Buffer.from('}')];
}
