/** Reads an export: its records, checked and in order, and its files. In this process, or in one of its own (`apart.ts`). */
import type { Readable } from 'node:stream';
import type { AccessFates } from '../access-topics.ts';
import { checkedRecords } from '../checked.ts';
import { readingOn } from '../input/damage.ts';
import type { Input } from '../input/input.ts';
import { openInput } from '../input/open.ts';
import { ReadFiles } from '../input/unread.ts';
import type { ImportOptions, Product } from '../options.ts';
import {
  listed,
  gap,
  problem,
  type FileRecord,
  type LeftOutRecord,
  type ProblemRecord,
  type Records,
  type SourceRecord,
  type Text,
  type MessageRecord,
} from '../records.ts';
import type { Likeness, Source } from './source.ts';
import type { Scratch } from '../scratch.ts';
import { sortedByTime } from '../sorted.ts';
import { cutLargeMessages } from './cut.ts';
import { ReadShare } from './share.ts';
import { Tally } from './tally.ts';
import { repairName } from '../input/legacy-names.ts';

export type ReadingOrder = Pick<ImportOptions, 'path' | 'product'>;

/** What is known before the first record. */
export interface ExportFacts {
  product: Product;
  origin: string;
  likeness: Likeness | undefined;
  /** What becomes of what decides about access there. */
  access: AccessFates;
  /** Topic for messages outside threads. */
  topic: string;
  /** Whether files without a path can be in the export. */
  hasOwnFiles: boolean;
}

export interface Reading extends ExportFacts {
  /** Files that the export has say their size; others have no path. */
  records(): Records;
  /** How much of the messages has been read, from 0 to 1. */
  getShare(): number | Promise<number>;
  /** Opens a file with a path, or any of an export with files of its own. @throws Error with the reason. */
  openFile(file: FileRecord): Promise<Readable>;
  close(): Promise<void>;
}

/** @throws StartRefused for anything but an export of the product. */
export async function openReading({ path, product }: ReadingOrder, scratch: Scratch): Promise<Reading> {
  const input = await openInput(path, scratch);
  try {
    const problems = input.problems.map(({ place, reason }) => problem(place, reason));
    const note = (place: string, reason: string) => problems.push(gap(place, reason));
    const tally = new Tally();
    const files = new ReadFiles(readingOn(input, note), scratch);
    const source = await openSource(product, files.noting, scratch, tally);
    const { openFile: openOwn, access, origin, likeness, topic } = source;
    const share = new ReadShare();
    const checked = () => cutLargeMessages(withRepairedNames(checkedRecords(source.records(share))));
    const ordered = () =>
      source.isInOrder
        ? checked()
        : counting(sortedByTime(counting(checked(), share, 'all'), scratch), share, 'done');
    const located = openOwn ? ordered : () => locatedFiles(ordered(), input, files);
    return {
      product: source.product,
      origin,
      likeness,
      access,
      topic,
      hasOwnFiles: openOwn !== undefined,
      records: () =>
        withTally(withProblems(problems, located()), () => {
          files.count(tally, source.otherFiles ?? []);
          return tally.records();
        }),
      openFile: async (file) => openOwn?.(file) ?? input.open(file.path ?? ''),
      getShare: () => share.value,
      close: () => input.close(),
    };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** What was found damaged meanwhile comes before what was read after it. */
async function* withProblems(problems: ProblemRecord[], records: Records): Records {
  const some = () => problems.splice(0, 1000);
  for await (const read of records) {
    while (problems.length > 0) yield some();
    yield read;
  }
  while (problems.length > 0) yield some();
}

/** At the end: what nobody has read. */
async function* withTally(records: Records, takeTally: () => LeftOutRecord[]): Records {
  yield* records;
  yield takeTally();
}

async function* counting(records: Records, share: ReadShare, as: 'all' | 'done'): Records {
  for await (const some of records) {
    yield some;
    for (const { kind } of listed(some)) if (kind === 'message') share[as]++;
  }
}

async function* locatedFiles(records: Records, input: Input, files: ReadFiles): Records {
  const locate = (file: FileRecord): FileRecord => {
    if (file.path !== undefined) files.note(file.path);
    return locateFile(file, input);
  };
  for await (const some of records) yield listed(some).map((record) => withFiles(record, locate));
}

function locateFile(file: FileRecord, input: Input): FileRecord {
  if (file.path === undefined) return file;
  const found = input.files.get(file.path);
  if (found) return { ...file, size: file.size ?? found.size };
  const { path: _, missing = 'The export names it, and does not have it.', ...rest } = file;
  return rest.url === undefined ? { ...rest, missing } : rest;
}

function withFiles(record: SourceRecord, locate: (file: FileRecord) => FileRecord): SourceRecord {
  if (record.kind === 'person') return record.avatar ? { ...record, avatar: locate(record.avatar) } : record;
  if (record.kind === 'picture') return { ...record, file: locate(record.file) };
  if (record.kind === 'emoji') return record.file ? { ...record, file: locate(record.file) } : record;
  if (record.kind !== 'message' || !hasFiles(record.text, record.files)) return record;
  const text = record.text.map((piece) =>
    typeof piece === 'object' && 'file' in piece ? { ...piece, file: locate(piece.file) } : piece,
  );
  return { ...record, text, ...(record.files && { files: record.files.map(locate) }) };
}

const hasFiles = (text: Text, files: readonly FileRecord[] = []): boolean =>
  files.length > 0 || text.some((piece) => typeof piece === 'object' && 'file' in piece);

// The readers by product; each is loaded when needed.

type OpenSource = (input: Input, scratch: Scratch, tally: Tally) => Promise<Source>;

const readers: Record<Product, () => Promise<OpenSource>> = {
  discord: async () => (await import('../discord/index.ts')).openDiscord,
  matrix: async () => (await import('../matrix/index.ts')).openMatrix,
  rocketchat: async () => (await import('../rocketchat/index.ts')).openRocketChat,
  teams: async () => (await import('../teams/index.ts')).openTeams,
  csv: async () => (await import('../plain/index.ts')).openPlain,
  mattermost: async () => (await import('../mattermost/index.ts')).openMattermost,
  slack: async () => (await import('../slack/index.ts')).openSlack,
  zulip: async () => (await import('../zulip/index.ts')).openZulip,
};

/** @throws StartRefused for anything but an export of the product. */
async function openSource(product: Product, input: Input, scratch: Scratch, tally: Tally): Promise<Source> {
  return (await readers[product]())(input, scratch, tally);
}

// Puts names right whose letters were taken for others, and reports those of which letters are lost.

const lost = '\uFFFD';
const mostSaid = 5000;

async function* withRepairedNames(records: Records): AsyncGenerator<SourceRecord[]> {
  const names = new Names();
  for await (const some of records) yield listed(some).flatMap((record) => names.repair(record));
}

class Names {
  readonly #said = new Set<string>();
  #notes: SourceRecord[] = [];

  repair(record: SourceRecord): SourceRecord | SourceRecord[] {
    const repaired = this.#repaired(record);
    if (this.#notes.length === 0) return repaired;
    const notes = this.#notes;
    this.#notes = [];
    return [...notes, repaired];
  }

  #repaired(record: SourceRecord): SourceRecord {
    if (record.kind === 'message') return this.#message(record);
    if (record.kind !== 'person' && record.kind !== 'channel' && record.kind !== 'group') return record;
    const name = this.#name(record.name, `${record.kind} ${record.id}`);
    return name === record.name ? record : { ...record, name };
  }

  #message(record: MessageRecord): MessageRecord {
    const { id, topic, thread, senderName } = record;
    const place = `message ${id}`;
    const names = {
      topic: topic === undefined ? undefined : this.#name(topic, place),
      title: thread?.title === undefined ? undefined : this.#name(thread.title, place),
      senderName: senderName === undefined ? undefined : repairName(senderName),
    };
    const isSame = names.topic === topic && names.title === thread?.title && names.senderName === senderName;
    if (isSame) return record;
    return {
      ...record,
      ...(names.topic === undefined ? {} : { topic: names.topic }),
      ...(thread && { thread: { ...thread, title: names.title } }),
      senderName: names.senderName,
    };
  }

  /** @param place Of the first one with the name. */
  #name(given: string, place: string): string {
    const name = repairName(given);
    if (name === given && !name.includes(lost)) return name;
    if (this.#said.has(given) || this.#said.size >= mostSaid) return name;
    this.#said.add(given);
    this.#notes.push(
      problem(
        place,
        name.includes(lost)
          ? `Letters of the name "${given}" could not be decoded. Save its file as UTF-8 and run the import again, which puts it right.`
          : `Its name was UTF-8 that was taken for another encoding: "${given}" became "${name}".`,
      ),
    );
    return name;
  }
}
