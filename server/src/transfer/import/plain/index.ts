/**
 * A generic format for products without a reader: lists of people, channels, conversations, emoji and messages, each as
 * CSV or as JSON lines. docs/import.md describes it.
 */
import { StartRefused } from '../../../lib/start-refused.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import { textLines } from '../input/lines.ts';
import {
  personRoles,
  gap,
  problem,
  readItem,
  type FileRecord,
  type MessageRecord,
  type SourceRecord,
  type Text,
} from '../records.ts';
import type { Source } from '../reading/source.ts';
import { withReferences } from '../text.ts';
import { noteZone, parseTimeText } from '../iso-time.ts';
import { type FieldFate, type Tally } from '../reading/tally.ts';
import type { Scratch } from '../scratch.ts';
import { csvRows } from './csv-rows.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import { fieldsIn, isIn, isObject } from '../../../lib/objects.ts';

const listFile = /^((?:[^/]+\/)?)(people|channels|conversations|emoji|messages)\.(csv|jsonl)$/;

const access: AccessFates = {
  'kinds of channels': 'kept',
  'history of channels': 'kept',
  'members of channels': 'kept',
  posting: 'kept',
  'administering channels': {
    change: 'narrower',
    reason: 'The export has no managers of channels. Administrators manage them here.',
  },
  'editing and deleting messages': decidedHere,
  roles: 'kept',
  addresses: 'kept',
  'presence and read receipts': 'kept',
  invitations: decidedHere,
  'what guests see': {
    change: 'wider',
    reason: 'Guests see all people here, unless the settings limit it.',
  },
  'user groups': 'none there',
};

/** @throws StartRefused if no list has a known name. */
export async function openPlain(input: Input, _scratch: Scratch, tally: Tally): Promise<Source> {
  const found = input.files.keys().flatMap((path) => {
    const [, folder = '', kind = '', form = ''] = listFile.exec(path) ?? [];
    return kind === '' ? [] : [{ path, folder, kind, form }];
  });
  const lists = [...found];
  if (lists.length === 0)
    throw new StartRefused(
      'There is no list with a known name: people, channels, conversations, emoji or messages, as .csv or .jsonl.',
    );
  return Promise.resolve({
    product: 'csv',
    origin: 'csv',
    access,
    isInOrder: false,
    topic: 'imported',
    records: () => new PlainExport(input, lists, tally).records(),
  });
}

interface List {
  path: string;
  folder: string;
  kind: string;
  form: string;
}

type Row = Record<string, unknown>;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isFalse = (value: unknown): boolean => value === false || /^(?:0|false|no)$/i.test(text(value).trim());
const isTrue = (value: unknown): boolean => value === true || /^(?:1|true|yes)$/i.test(text(value).trim());
/** A JSON array, or words separated by spaces in CSV. */
const list = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(text).filter((one) => one !== '')
    : text(value)
        .split(/\s+/)
        .filter((one) => one !== '');

/** Milliseconds since 1970, from ISO 8601, or seconds or milliseconds as a number. */
function parseTime(value: unknown): number | undefined {
  const given = text(value).trim();
  if (given === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(given)) {
    const number = Number(given);
    const ms = number < 1e11 ? number * 1000 : number;
    return ms > 0 && ms < 8.64e15 ? Math.floor(ms) : undefined;
  }
  return parseTimeText(given)?.ms;
}

const reference = /<@([^>\s]{1,200})>|<#([^>\s]{1,200})>|<(https?:\/\/[^>\s]+)>/g;

const read = (names: string): Readonly<Record<string, FieldFate>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'read'] as const));

/** As docs/import.md has them. */
const columns: Readonly<Record<string, Readonly<Record<string, FieldFate>>>> = {
  people: read('id name email role deactivated bot timezone avatar'),
  channels: read('id name description private archived read_only default created members'),
  conversations: read('id members'),
  emoji: read('name file'),
  messages: read(
    'id channel conversation sender sender_name time text topic thread edited files starred_by reactions',
  ),
};

interface Found {
  row?: Row;
  fault?: string;
  place: string;
}

class PlainExport {
  readonly #input: Input;
  readonly #lists: readonly List[];
  readonly #tally: Tally;
  readonly #channels = new Set<string>();
  readonly #directs = new Set<string>();
  /** Authors in channels that no list has. */
  readonly #unlisted = new Map<string, Set<string>>();

  constructor(input: Input, lists: readonly List[], tally: Tally) {
    this.#tally = tally;
    this.#input = input;
    this.#lists = lists;
  }

  async *records(): AsyncGenerator<SourceRecord[]> {
    const order = ['people', 'emoji', 'channels', 'conversations', 'messages'];
    for (const kind of order)
      for (const one of this.#lists)
        if (one.kind === kind)
          for await (const some of this.#rows(one)) yield some.flatMap((found) => this.#read(one, found));
    yield [...this.#unlistedChannels()];
  }

  #read({ kind, folder }: List, { row, fault, place }: Found): SourceRecord[] {
    if (!row) return [gap(place, fault ?? 'It cannot be read.')];
    this.#tally.look(kind, row, columns[kind] ?? {}, place);
    return [...readItem(place, () => this.#record(kind, row, folder, place))];
  }

  /** Several rows at a time: each step of an async iteration costs more than a short row. */
  async *#rows({ path, form }: List): AsyncGenerator<Found[]> {
    const chunks = await this.#input.open(path);
    if (form === 'csv') {
      for await (const rows of csvRows(chunks))
        yield rows.map(({ line, ...found }) => ({ ...found, place: `${path}:${line}` }));
      return;
    }
    for await (const lines of textLines(chunks))
      yield lines.flatMap((line) => {
        const place = `${path}:${line.number}`;
        if ('fault' in line) return { fault: line.fault, place };
        return line.text.trim() === '' ? [] : { ...parsed(line.text), place };
      });
  }

  *#record(kind: string, row: Row, folder: string, place: string): Generator<SourceRecord> {
    if (kind === 'people') yield this.#person(row, folder, place);
    else if (kind === 'emoji') yield this.#emoji(row, folder, place);
    else if (kind === 'channels') yield* this.#channel(row, place);
    else if (kind === 'conversations') yield this.#direct(row, place);
    else yield* this.#message(row, folder, place);
  }

  #person(row: Row, folder: string, place: string): SourceRecord {
    const id = text(row.id) || text(row.email);
    if (id === '') return problem(place, 'The person has neither an ID nor an email address.');
    const role = text(row.role).toLowerCase();
    const avatar = text(row.avatar);
    return {
      kind: 'person',
      id,
      name: text(row.name) || id,
      email: text(row.email) || undefined,
      role: isIn(personRoles, role) ? role : 'member',
      isActive: !isTrue(row.deactivated),
      isBot: isTrue(row.bot),
      timezone: text(row.timezone) || undefined,
      ...(avatar === '' ? {} : { avatar: { ...fileAt(avatar, folder), id: `avatar:${id}` } }),
    };
  }

  #emoji(row: Row, folder: string, place: string): SourceRecord {
    const name = text(row.name);
    if (name === '' || text(row.file) === '') return problem(place, 'The emoji has no name or no file.');
    return { kind: 'emoji', name, file: { ...fileAt(text(row.file), folder), id: `emoji:${name}` } };
  }

  *#channel(row: Row, place: string): Generator<SourceRecord> {
    const id = text(row.id) || text(row.name);
    if (id === '') {
      yield problem(place, 'The channel has neither an ID nor a name.');
      return;
    }
    this.#channels.add(id);
    yield {
      kind: 'channel',
      id,
      name: text(row.name) || id,
      description: text(row.description),
      isPrivate: !isFalse(row.private),
      isArchived: isTrue(row.archived),
      isReadOnly: isTrue(row.read_only),
      isDefault: isTrue(row.default),
      createdAt: parseTime(row.created),
      members: list(row.members),
    };
  }

  #direct(row: Row, place: string): SourceRecord {
    const members = list(row.members);
    const id = text(row.id) || [...members].sort().join(' ');
    if (members.length === 0) return problem(place, 'The conversation has no members.');
    this.#directs.add(id);
    return { kind: 'direct', id, members };
  }

  #noteUnlisted(channel: string, sender: string): void {
    const authors = this.#unlisted.get(channel);
    if (authors) authors.add(sender);
    else this.#unlisted.set(channel, new Set([sender]));
  }

  /** A list of messages is sufficient. Nobody says for whom these channels are: they are for those who wrote there. */
  *#unlistedChannels(): Generator<SourceRecord> {
    for (const [id, authors] of this.#unlisted)
      yield { kind: 'channel', id, name: id, isPrivate: true, members: [...authors] };
  }

  *#message(row: Row, folder: string, place: string): Generator<SourceRecord> {
    const sentAt = parseTime(row.time);
    const sender = text(row.sender);
    const channel = text(row.channel);
    const direct = text(row.conversation);
    if (!/^[\d.\s]*$/.test(text(row.time))) noteZone(this.#tally, text(row.time), place);
    if (sentAt === undefined) yield problem(place, `"time" is no time: ${JSON.stringify(row.time)}.`);
    else if (sender === '') yield problem(place, 'The message has no sender.');
    else if ((channel === '') === (direct === ''))
      yield problem(place, 'It needs a channel or a conversation, and not both.');
    else {
      if (channel !== '' && !this.#channels.has(channel)) this.#noteUnlisted(channel, sender);
      if (direct !== '' && !this.#directs.has(direct) && direct.includes(' '))
        yield this.#direct({ id: direct, members: [...new Set([...list(direct), sender])] }, place);
      yield messageRecord(row, { sentAt, sender, place: channel === '' ? { direct } : { channel } }, folder);
    }
  }
}

function messageRecord(
  row: Row,
  { sentAt, sender, place }: { sentAt: number; sender: string; place: MessageRecord['place'] },
  folder: string,
): MessageRecord {
  const where = 'channel' in place ? place.channel : place.direct;
  const id = text(row.id) || `${where}:${sentAt}:${sender}`;
  const thread = text(row.thread);
  const files = list(row.files).map((path) => fileAt(path, folder));
  const editedAt = parseTime(row.edited);
  const topic = text(row.topic);
  return {
    kind: 'message',
    id,
    place,
    sender,
    senderName: text(row.sender_name) || sender,
    sentAt,
    ...(editedAt === undefined ? {} : { editedAt }),
    text: fromPlain(text(row.text)),
    ...(topic !== '' && 'channel' in place ? { topic } : {}),
    ...(thread === '' ? {} : { thread: { id: thread, isRoot: thread === id } }),
    ...(files.length > 0 ? { files } : {}),
    ...(Array.isArray(row.reactions) ? { reactions: row.reactions.flatMap(parseReaction) } : {}),
    starredBy: list(row.starred_by),
  };
}

const parseReaction = (value: unknown) => {
  const { emoji, users } = fieldsIn(value);
  return text(emoji) === '' ? [] : [{ emoji: text(emoji), users: list(users) }];
};

function fromPlain(content: string): Text {
  return withReferences(content, reference, ([, user, channel, url]) => {
    if (user === 'all') return { everyone: true };
    if (user !== undefined) return { user };
    return channel === undefined ? url : { channel };
  });
}

/** A path relative to the lists, or an address. */
function fileAt(given: string, folder: string): FileRecord {
  const name = given.split('/').at(-1) || given;
  if (/^https?:\/\//i.test(given)) return { id: given, name, url: given };
  return { id: given, name, path: `${folder}${given}` };
}

function parsed(line: string): { row?: Row; fault?: string } {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? { row: value } : { fault: 'It is no object.' };
  } catch (error) {
    return { fault: errorMessage(error) };
  }
}
