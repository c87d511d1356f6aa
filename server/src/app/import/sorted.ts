/**
 * Sorts the messages of sources that are not in chronological order: sorts runs of some thousands on disk and
 * merges them, so that memory does not grow with their number.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { scratchPrefix } from '../../lib/files/incoming.ts';
import type { DiskSpace } from './disk-space.ts';
import { textLines } from './input/lines.ts';
import { listed, type MessageRecord, type Records, type SourceRecord } from './records.ts';

const messagesAtOnce = 20_000;
const charactersAtOnce = 20_000_000;

interface Line {
  sentAt: number;
  text: string;
}

/** All records other than messages come first. */
export async function* sortedByTime(
  records: Records,
  scratch: string,
  space: DiskSpace,
): AsyncGenerator<SourceRecord> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, scratchPrefix));
  try {
    const runs: string[] = [];
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
        if (lines.length < messagesAtOnce && characters < charactersAtOnce) continue;
        await space.count(characters);
        runs.push(await spill(folder, runs.length, lines));
        lines = [];
        characters = 0;
      }
    sort(lines);
    yield* apart(merged(runs, lines));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stable sort. */
const sort = (lines: Line[]): Line[] => lines.sort((a, b) => a.sentAt - b.sentAt);

async function spill(folder: string, number: number, lines: Line[]): Promise<string> {
  const path = join(folder, String(number));
  sort(lines);
  function* written() {
    for (const { sentAt, text } of lines) yield `${sentAt} ${text}\n`;
  }
  await pipeline(Readable.from(written()), createWriteStream(path, { mode: 0o600 }));
  return path;
}

/**
 * In sources whose IDs contain the time, simultaneous messages of one person have the same ID. Identical ones are merged;
 * others get a number.
 */
async function* apart(messages: AsyncIterable<MessageRecord>): AsyncGenerator<MessageRecord> {
  let time = -1;
  const seen = new Map<string, string[]>();
  for await (const message of messages) {
    if (message.sentAt !== time) seen.clear();
    time = message.sentAt;
    const text = JSON.stringify([message.text, message.files]);
    const same = seen.get(message.id) ?? [];
    if (same.includes(text)) continue;
    seen.set(message.id, [...same, text]);
    yield same.length === 0 ? message : { ...message, id: `${message.id}#${same.length + 1}` };
  }
}

interface Head {
  line: Line;
  order: number;
  next: () => Promise<Line | undefined>;
}

async function* merged(runs: readonly string[], last: readonly Line[]): AsyncGenerator<MessageRecord> {
  const heads: Head[] = [];
  for (const [order, path] of runs.entries()) await begin(heads, order, readLines(path));
  await begin(heads, runs.length, fromList(last));
  while (heads.length > 0) {
    let least = 0;
    for (let i = 1; i < heads.length; i++) if (isBefore(heads[i], heads[least])) least = i;
    const head = heads[least];
    if (!head) return;
    yield JSON.parse(head.line.text) as MessageRecord;
    const line = await head.next();
    if (line) head.line = line;
    else heads.splice(least, 1);
  }
}

function isBefore(a: Head | undefined, b: Head | undefined): boolean {
  if (!a || !b) return false;
  return a.line.sentAt < b.line.sentAt || (a.line.sentAt === b.line.sentAt && a.order < b.order);
}

async function begin(heads: Head[], order: number, next: () => Promise<Line | undefined>): Promise<void> {
  const line = await next();
  if (line) heads.push({ line, order, next });
}

function fromList(lines: readonly Line[]): () => Promise<Line | undefined> {
  let at = 0;
  return () => Promise.resolve(lines[at++]);
}

function readLines(path: string): () => Promise<Line | undefined> {
  const blocks = textLines(createReadStream(path), Number.MAX_SAFE_INTEGER)[Symbol.asyncIterator]();
  let lines: Line[] = [];
  let at = 0;
  return async () => {
    while (at >= lines.length) {
      const next = await blocks.next();
      if (next.done === true) return undefined;
      lines = next.value.flatMap((line) => ('text' in line ? [parsed(line.text)] : []));
      at = 0;
    }
    return lines[at++];
  };
}

function parsed(line: string): Line {
  const space = line.indexOf(' ');
  return { sentAt: Number(line.slice(0, space)), text: line.slice(space + 1) };
}
