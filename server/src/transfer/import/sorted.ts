/**
 * Sorts the messages of sources that are not in chronological order: an external merge sort, whose memory does not grow with
 * the number of messages.
 */
import { hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SpillTable } from '../../db/sqlite/spill-file.ts';
import { textLines } from './input/lines.ts';
import { listed, type MessageRecord, type Records, type SourceRecord } from './records.ts';
import type { Scratch } from './scratch.ts';
import { parseStored } from '../../lib/json.ts';

/** Limits of what is in memory at the same time. */
interface SortBounds {
  messages: number;
  characters: number;
  /** Files merged at once: a block of each is in memory. */
  files: number;
  /** Texts of simultaneous messages, of which there are many in a source with dates instead of times. */
  texts: number;
}

const standardBounds: SortBounds = { messages: 20_000, characters: 8_000_000, files: 64, texts: 5000 };
const readBytes = 32 * 1024;
const linesAtOnce = 200;

interface Line {
  sentAt: number;
  text: string;
}

/** All records other than messages come first. */
export async function* sortedByTime(
  records: Records,
  scratch: Scratch,
  bounds = standardBounds,
): AsyncGenerator<SourceRecord | SourceRecord[]> {
  const runs = new SortedRuns(scratch, bounds.files);
  let lines: Line[] = [];
  let characters = 0;
  for await (const some of records)
    for (const record of listed(some)) {
      if (record.kind !== 'message') {
        yield record;
        continue;
      }
      const text = JSON.stringify(record);
      lines.push({ sentAt: record.sentAt, text });
      characters += text.length;
      if (lines.length < bounds.messages && characters < bounds.characters) continue;
      await scratch.count(characters);
      await runs.add(sort(lines));
      lines = [];
      characters = 0;
    }
  const inputs = [...runs.paths.map(readRun), asRun(sort(lines))];
  yield* withDistinctIds(mergeSorted(inputs), new SimultaneousTexts(scratch, bounds.texts));
}

/** A stable sort. */
const sort = (lines: Line[]): Line[] => lines.sort((a, b) => a.sentAt - b.sentAt);

/** The sorted runs. When a level is full, its files are merged into one of the next level. */
class SortedRuns {
  readonly #scratch: Scratch;
  readonly #mostFiles: number;
  /** Higher levels contain what was read first. */
  readonly #levels: string[][] = [];

  constructor(scratch: Scratch, mostFiles: number) {
    this.#scratch = scratch;
    this.#mostFiles = mostFiles;
  }

  get paths(): string[] {
    return this.#levels.toReversed().flat();
  }

  async add(lines: readonly Line[]): Promise<void> {
    await this.#addTo(0, asRun(lines));
  }

  async #addTo(number: number, blocks: AsyncIterable<readonly Line[]>): Promise<void> {
    const level = (this.#levels[number] ??= []);
    level.push(await this.#write(blocks));
    if (level.length < this.#mostFiles) return;
    await this.#addTo(number + 1, mergeSorted(level.map(readRun)));
    for (const path of level.splice(0)) await rm(path);
  }

  async #write(blocks: AsyncIterable<readonly Line[]>): Promise<string> {
    const path = this.#scratch.newPath();
    await pipeline(Readable.from(toChunks(blocks)), createWriteStream(path, { mode: 0o600 }));
    return path;
  }
}

/** Yields many lines at a time, because each step of a stream costs as much as a line. */
async function* toChunks(blocks: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  for await (const lines of blocks)
    for (let at = 0; at < lines.length; at += linesAtOnce) {
      const some = lines.slice(at, at + linesAtOnce);
      yield some.map(({ sentAt, text }) => `${sentAt} ${text}\n`).join('');
    }
}

async function* readRun(path: string): AsyncGenerator<Line[]> {
  const stream = createReadStream(path, { highWaterMark: readBytes });
  for await (const lines of textLines(stream, Number.MAX_SAFE_INTEGER))
    yield lines.flatMap((line) => ('text' in line ? [parsed(line.text)] : []));
}

function parsed(line: string): Line {
  const space = line.indexOf(' ');
  return { sentAt: Number(line.slice(0, space)), text: line.slice(space + 1) };
}

async function* asRun(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  await Promise.resolve();
  yield lines;
}

/** The next line of one input of a merge. */
class Head {
  readonly #blocks: AsyncIterator<readonly Line[]>;
  #lines: readonly Line[] = [];
  #at = 0;

  constructor(blocks: AsyncIterable<readonly Line[]>) {
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  get next(): Line | undefined {
    return this.#lines[this.#at];
  }

  /** @returns whether the next line is in memory; if not, call `fill` */
  skip(): boolean {
    return ++this.#at < this.#lines.length;
  }

  /** @returns whether there is another line */
  async fill(): Promise<boolean> {
    while (this.#at >= this.#lines.length) {
      const block = await this.#blocks.next();
      if (block.done === true) return false;
      this.#lines = block.value;
      this.#at = 0;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
  }
}

/** A stable merge of sorted inputs. */
async function* mergeSorted(inputs: readonly AsyncIterable<readonly Line[]>[]): AsyncGenerator<Line[]> {
  const heads: Head[] = [];
  try {
    for (const input of inputs) {
      const head = new Head(input);
      if (await head.fill()) heads.push(head);
    }
    let block: Line[] = [];
    for (let head = findEarliest(heads); head?.next; head = findEarliest(heads)) {
      block.push(head.next);
      if (!head.skip() && !(await head.fill())) heads.splice(heads.indexOf(head), 1);
      if (block.length < linesAtOnce) continue;
      yield block;
      block = [];
    }
    yield block;
  } finally {
    await Promise.all(heads.map((head) => head.close()));
  }
}

function findEarliest(heads: readonly Head[]): Head | undefined {
  let [first] = heads;
  for (const head of heads)
    if (head.next && first?.next && head.next.sentAt < first.next.sentAt) first = head;
  return first;
}

/**
 * In sources whose IDs contain the time, simultaneous messages of one person have the same ID. Identical ones are merged;
 * others get a number.
 */
async function* withDistinctIds(
  blocks: AsyncIterable<readonly Line[]>,
  texts: SimultaneousTexts,
): AsyncGenerator<MessageRecord[]> {
  for await (const lines of blocks) {
    const messages: MessageRecord[] = [];
    for (const line of lines) {
      const message = parseStored<MessageRecord>(line.text);
      const text = JSON.stringify([message.text, message.files]);
      const number = texts.number(message, text);
      if (number !== undefined)
        messages.push(number === 1 ? message : { ...message, id: `${message.id}#${number}` });
    }
    await texts.checkSpace();
    yield messages;
  }
}

/** Each text is looked up by its digest: a hostile export can have any number of them for one ID at one time. */
class SimultaneousTexts {
  readonly #scratch: Scratch;
  readonly #most: number;
  /** The first of them, by ID. */
  readonly #texts = new Map<string, Set<string>>();
  #size = 0;
  /** The digests of the others, and how many an ID has. */
  #others: { digests: SpillTable; counts: SpillTable } | undefined;
  #time = -1;

  constructor(scratch: Scratch, most: number) {
    this.#scratch = scratch;
    this.#most = most;
  }

  /**
   * Call it in chronological order.
   * @returns the position of the text among those with the same ID and time, from 1; undefined if it was there before
   * @throws StorageFault
   */
  number(message: MessageRecord, text: string): number | undefined {
    if (message.sentAt !== this.#time) {
      this.#texts.clear();
      this.#size = 0;
    }
    this.#time = message.sentAt;
    const same = this.#texts.get(message.id);
    if (same?.has(text) === true) return undefined;
    if (this.#size >= this.#most) return this.#numberOnDisk(message, text, same?.size ?? 0);
    this.#size++;
    const texts = (same ?? new Set<string>()).add(text);
    this.#texts.set(message.id, texts);
    return texts.size;
  }

  #numberOnDisk({ sentAt, id }: MessageRecord, text: string, inMemory: number): number | undefined {
    const key = `${sentAt} ${id}`;
    this.#others ??= { digests: this.#scratch.table(), counts: this.#scratch.table() };
    const { digests, counts } = this.#others;
    if (!digests.addOnce(`${key} ${hash('sha256', text, 'base64url')}`)) return undefined;
    const count = Number(counts.values(key)[0] ?? 0) + 1;
    counts.set(key, String(count));
    return inMemory + count;
  }

  /** @throws StartRefused if the disk has little free space */
  async checkSpace(): Promise<void> {
    await this.#scratch.count();
  }
}
