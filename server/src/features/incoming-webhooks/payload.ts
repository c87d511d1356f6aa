/**
 * Reads untrusted payloads: every value is checked when it is read, and an invalid one is refused with its path. Only own
 * properties are read, so keys may have any name.
 */
import { valueAt } from '../../lib/json.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { truncate } from '../../lib/text.ts';

/** The payload does not have the documented form. */
export class AnomalousPayload extends Error {
  override readonly name = 'AnomalousPayload';
}

/** Names joined by dots, or a list if names may contain dots. */
type Path = string | readonly (string | number)[];

const longestText = 10_000;
const longestInnerJson = 100_000;
const deepestInnerJson = 20;
/** Entries of a list that are read. */
const longestList = 100;

const control = /(?![\t\n])\p{Cc}/gu;

/** Normalizes line ends, and removes control characters and lone surrogates. */
const cleanText = (text: string): string =>
  truncate(text, longestText).toWellFormed().replaceAll('\r\n', '\n').replace(control, '');

export class Payload {
  readonly #value: unknown;
  readonly #path: string;

  constructor(value: unknown, path = '') {
    this.#value = value;
    this.#path = path;
  }

  /** The value at a path, which may be missing; reading it is then refused. */
  at(path: Path): Payload {
    const names = typeof path === 'string' ? path.split('.') : path;
    return new Payload(
      valueAt(this.#value, ...names),
      [this.#path, ...names].filter((name) => name !== '').join('.'),
    );
  }

  has(path: Path): boolean {
    const value = this.at(path).#value;
    return value !== undefined && value !== null;
  }

  /** Numbers are converted to text; empty text counts as missing. */
  text(path: Path = []): string {
    return this.optionalText(path) ?? this.at(path).#refuse('a text');
  }

  optionalText(path: Path = []): string | undefined {
    const found = this.at(path);
    const value = found.#value;
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') return found.#refuse('a text');
    return cleanText(value);
  }

  /** The first of several that exists. */
  firstText(...paths: readonly Path[]): string | undefined {
    for (const path of paths) {
      const text = this.optionalText(path);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  number(path: Path = []): number {
    return this.optionalNumber(path) ?? this.at(path).#refuse('a number');
  }

  optionalNumber(path: Path = []): number | undefined {
    const found = this.at(path);
    const value = found.#value;
    if (value === undefined || value === null) return undefined;
    return typeof value === 'number' ? value : found.#refuse('a number');
  }

  /** Anything but `true` is false. */
  isTrue(path: Path): boolean {
    return this.at(path).#value === true;
  }

  /** The first entries of a list; none if it is missing. */
  list(path: Path = []): Payload[] {
    const found = this.at(path);
    const value = found.#value;
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return found.#refuse('a list');
    const all: readonly unknown[] = value;
    return all.slice(0, longestList).map((each, at) => new Payload(each, `${found.#path}.${String(at)}`));
  }

  /** The full length of a list, including entries that are not read. */
  count(path: Path): number {
    const value = this.at(path).#value;
    return Array.isArray(value) ? value.length : 0;
  }

  /** The first entries of an object; none if it is missing. */
  entries(path: Path = []): [name: string, value: Payload][] {
    const found = this.at(path);
    const value = found.#value;
    if (value === undefined || value === null) return [];
    if (typeof value !== 'object' || Array.isArray(value)) return found.#refuse('an object');
    return Object.entries(value)
      .slice(0, longestList)
      .map(([name, each]) => [cleanText(name), new Payload(each, `${found.#path}.${name}`)]);
  }

  /** All of it as plain JSON, within the bounds of texts and lists. */
  plain(): unknown {
    return bounded(this.#value);
  }

  isList(path: Path): boolean {
    return Array.isArray(this.at(path).#value);
  }

  /** A value that is JSON within a text; nothing if it is not. */
  parsed(path: Path): Payload {
    const found = this.at(path);
    if (typeof found.#value !== 'string') return found;
    const isReadable = found.#value.length <= longestInnerJson;
    return new Payload(isReadable ? parseJson(found.#value) : undefined, found.#path);
  }

  isNumber(path: Path): boolean {
    return typeof this.at(path).#value === 'number';
  }

  isText(path: Path): boolean {
    return typeof this.at(path).#value === 'string';
  }

  /** As JSON, to be shown. */
  toJson(): string {
    return cleanText(JSON.stringify(this.#value, undefined, 2));
  }

  #refuse(expected: string): never {
    const place = this.#path === '' ? 'the payload' : this.#path;
    const problem =
      this.#value === undefined || this.#value === null || this.#value === ''
        ? 'is missing'
        : `is not ${expected}`;
    throw new AnomalousPayload(`${place} ${problem}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text, deepestInnerJson);
  } catch {
    return undefined;
  }
}

function bounded(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.slice(0, longestList).map(bounded);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, longestList);
  return Object.fromEntries(entries.map(([name, each]) => [cleanText(name), bounded(each)]));
}
