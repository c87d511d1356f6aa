/**
 * Parses the elements of a JSON array of any length one by one: memory is bounded by the largest element, and a damaged
 * element does not affect the others.
 */
import { errorMessage } from '../../../lib/thrown.ts';

export type JsonElement = { value: unknown; index: number } | { fault: string; index: number };

export interface ElementOptions {
  /** Key of the array in the outermost object; if absent, the array is the outermost value. */
  key?: string | undefined;
  /** A larger element is reported and skipped. */
  mostBytes?: number;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma, colon] =
  Buffer.from('"\\{}[],:');
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

const standardBytes = 16 * 1024 * 1024;

/** Like `jsonElements`, but without such an array it yields one fault. */
export async function* readJsonElements(
  chunks: AsyncIterable<Buffer> | Buffer[],
  options: ElementOptions,
): AsyncGenerator<JsonElement[]> {
  try {
    yield* jsonElements(chunks, options);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield [{ fault: error.message, index: 0 }];
  }
}

/** Yields several elements at a time. @throws SyntaxError if there is no such array. */
export async function* jsonElements(
  chunks: AsyncIterable<Buffer> | Buffer[],
  { key, mostBytes = standardBytes }: ElementOptions = {},
): AsyncGenerator<JsonElement[]> {
  const whole = key === undefined && Array.isArray(chunks) ? wholeArray(chunks, mostBytes) : undefined;
  if (whole) {
    yield whole;
    return;
  }
  const scanner = new Scanner(key, mostBytes);
  for await (const chunk of chunks) {
    const found = scanner.push(chunk);
    if (found.length > 0) yield found;
    if (scanner.isDone) return;
  }
  const rest = scanner.end();
  if (rest.length > 0) yield rest;
}

/** By key of the outermost object, the number of elements of its arrays: whatever they are, of any size. */
export async function countElements(
  chunks: AsyncIterable<Buffer> | Buffer[],
): Promise<ReadonlyMap<string, number>> {
  const counter = new ElementCounter();
  for await (const chunk of chunks) counter.push(chunk);
  return counter.counts;
}

/** Undamaged input that is in memory anyway is parsed in one step. */
function wholeArray(chunks: Buffer[], mostBytes: number): JsonElement[] | undefined {
  const [only] = chunks;
  const bytes = only && chunks.length === 1 ? only : Buffer.concat(chunks);
  if (bytes.length > mostBytes) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(value) ? value.map((one: unknown, index) => ({ value: one, index })) : undefined;
  } catch {
    return undefined;
  }
}

const longestKey = 200;

class ElementCounter {
  readonly counts = new Map<string, number>();
  #depth = 0;
  #inString = false;
  #escaped = false;
  #string: number[] = [];
  /** The key whose array is being counted. */
  #key = '';
  #isCounting = false;
  #isEmpty = true;

  push(chunk: Buffer): void {
    for (const byte of chunk)
      if (this.#inString) this.#addToString(byte);
      else this.#add(byte);
  }

  #addToString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) {
      this.#inString = false;
      return;
    }
    if (this.#depth === 1 && this.#string.length < longestKey) this.#string.push(byte);
  }

  #add(byte: number): void {
    if (isSpace(byte)) return;
    if (byte === openBracket && this.#depth === 1) {
      this.#key = Buffer.from(this.#string).toString('utf8');
      // The first of several with one key is read.
      this.#isCounting = !this.counts.has(this.#key);
      if (this.#isCounting) this.counts.set(this.#key, 0);
      this.#isEmpty = true;
    } else if (this.#depth === 2 && byte === closeBracket) {
      if (!this.#isEmpty) this.#count();
    } else if (this.#depth === 2 && byte === comma) this.#count();
    else if (this.#depth === 2) this.#isEmpty = false;
    if (byte === quote) {
      this.#inString = true;
      if (this.#depth === 1) this.#string = [];
    } else if (byte === openBrace || byte === openBracket) this.#depth++;
    else if (byte === closeBrace || byte === closeBracket) this.#depth--;
  }

  #count(): void {
    if (this.#isCounting) this.counts.set(this.#key, (this.counts.get(this.#key) ?? 0) + 1);
  }
}

class Scanner {
  isDone = false;
  readonly #key: string | undefined;
  readonly #mostBytes: number;
  #inArray = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The chunks of the key or element that is being read. */
  #parts: Buffer[] = [];
  #size = 0;
  #index = 0;
  #lastString = '';
  #isKey = false;

  constructor(key: string | undefined, mostBytes: number) {
    this.#key = key;
    this.#mostBytes = mostBytes;
  }

  push(chunk: Buffer): JsonElement[] {
    const found: JsonElement[] = [];
    let at = 0;
    if (!this.#inArray) at = this.#seek(chunk);
    let start = at;
    const whole: number[] = [];
    for (; at < chunk.length && !this.isDone; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
        continue;
      }
      if (byte === quote) this.#inString = true;
      else if (byte === openBrace || byte === openBracket) this.#depth++;
      else if (byte === comma && this.#depth === 0) {
        // The first one has begun in the chunk before.
        if (this.#size === 0) whole.push(start, at);
        else {
          this.#keep(chunk.subarray(start, at));
          this.#finish(found);
        }
        start = at + 1;
      } else if (byte === closeBracket || byte === closeBrace) {
        if (this.#depth > 0) this.#depth--;
        else {
          this.#finishWhole(chunk, whole, found);
          this.#keep(chunk.subarray(start, at));
          this.#finish(found);
          this.isDone = true;
        }
      }
    }
    if (this.isDone || !this.#inArray) return found;
    this.#finishWhole(chunk, whole, found);
    this.#keep(chunk.subarray(start));
    return found;
  }

  end(): JsonElement[] {
    if (!this.#inArray)
      throw new SyntaxError(
        this.#key === undefined ? 'It is no JSON array.' : `It has no list "${this.#key}".`,
      );
    const found: JsonElement[] = [];
    if (!this.isDone) {
      this.#parts = this.#size > this.#mostBytes ? [] : this.#parts;
      this.#finish(found, 'The file ends in the middle.');
      if (found.length === 0) found.push({ fault: 'The file ends in the middle.', index: this.#index });
    }
    return found;
  }

  /** @returns the position after the array's opening bracket, or the length of the chunk. */
  #seek(chunk: Buffer): number {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) {
          this.#inString = false;
          this.#lastString = this.#depth === 1 ? Buffer.concat(this.#parts).toString('utf8') : '';
          this.#parts = [];
          continue;
        }
        if (this.#depth === 1 && this.#parts.length < 256) this.#parts.push(Buffer.of(byte));
        continue;
      }
      if (byte === quote) this.#inString = true;
      else if (byte === colon) this.#isKey = this.#depth === 1 && this.#lastString === this.#key;
      else if (byte === openBracket) {
        if (this.#depth === 0 ? this.#key === undefined : this.#isKey) {
          this.#inArray = true;
          this.#depth = 0;
          return at + 1;
        }
        this.#depth++;
      } else if (byte === openBrace) {
        this.#depth++;
        this.#isKey = false;
      } else if (byte === closeBrace || byte === closeBracket) this.#depth--;
      else if (!isSpace(byte)) this.#isKey = false;
    }
    return chunk.length;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#mostBytes) this.#parts.push(Buffer.from(part));
    else this.#parts = [];
  }

  /**
   * Parses many small elements in one step if none is damaged.
   * @param whole Where those begin and end that lie within the chunk.
   */
  #finishWhole(chunk: Buffer, whole: readonly number[], found: JsonElement[]): void {
    const values = this.#parsedTogether(chunk.subarray(whole[0], whole.at(-1)), whole.length / 2);
    if (values) for (const value of values) found.push({ value, index: this.#index++ });
    else
      for (let i = 0; i < whole.length; i += 2) {
        this.#keep(chunk.subarray(whole[i], whole[i + 1]));
        this.#finish(found);
      }
  }

  #parsedTogether(bytes: Buffer, count: number): unknown[] | undefined {
    if (count < 2 || bytes.length > this.#mostBytes) return undefined;
    try {
      const values = JSON.parse(`[${bytes.toString('utf8')}]`) as unknown[];
      return values.length === count ? values : undefined;
    } catch {
      return undefined;
    }
  }

  #finish(found: JsonElement[], fault?: string): void {
    const index = this.#index;
    if (this.#size > this.#mostBytes)
      found.push({ fault: `It has more than ${this.#mostBytes} bytes.`, index });
    else {
      const text = Buffer.concat(this.#parts).toString('utf8').trim();
      if (text !== '') found.push(parsed(text, index, fault));
      else if (this.#index > 0 && fault === undefined) this.#index--;
    }
    this.#index++;
    this.#parts = [];
    this.#size = 0;
  }
}

function parsed(text: string, index: number, fault: string | undefined): JsonElement {
  try {
    const value: unknown = JSON.parse(text);
    return { value, index };
  } catch (error) {
    return { fault: fault ?? errorMessage(error), index };
  }
}
