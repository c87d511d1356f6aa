/** Reads exports of Discord by DiscordChatExporter (`-f Json`): one or more files for each channel, thread and conversation. */
import { StartRefused } from '../../../lib/start-refused.ts';
import { emojiByCharacter } from '../../../lib/markdown/emoji/emoji.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import { readJsonElements } from '../input/json-elements.ts';
import { readHead } from '../input/read-json.ts';
import { gap, readItem, type MessageRecord, type SourceRecord } from '../records.ts';
import type { Source } from '../reading/source.ts';
import type { Scratch } from '../scratch.ts';
import {
  messageRecord,
  displayName,
  lookAt,
  type DiscordMessage,
  type DiscordReaction,
  type DiscordUser,
} from './messages.ts';
import { fromExport } from '../exported.ts';
import { noteZone } from '../iso-time.ts';
import { repeating, type FieldFates, type Tally } from '../reading/tally.ts';

interface Head {
  guild?: { id?: string | undefined };
  channel?: {
    id?: string | undefined;
    type?: string | undefined;
    categoryId?: string | null | undefined;
    category?: string | null | undefined;
    name?: string | undefined;
    topic?: string | null | undefined;
  };
}

const headFields: FieldFates<Head> = {
  guild: 'read',
  channel: 'read',
  ...repeating('messages dateRange exportedAt messageCount'),
};
const channelFields: FieldFates<NonNullable<Head['channel']>> = {
  id: 'read',
  type: 'read',
  categoryId: 'read',
  category: 'read',
  name: 'read',
  topic: 'read',
  iconUrl: { without: 'Pictures of conversations do not come.' },
};

interface ExportFile extends Head {
  path: string;
}

const access: AccessFates = {
  'kinds of channels': {
    change: 'narrower',
    reason: 'The export does not say who may read a channel. All are private here.',
  },
  'history of channels': 'kept',
  'members of channels': {
    change: 'wider',
    reason:
      'The export has no members. Those who wrote in a channel are its members, also if they have left since.',
  },
  posting: decidedHere,
  'administering channels': {
    change: 'narrower',
    reason: 'The export has no managers of channels. Administrators manage them here.',
  },
  'editing and deleting messages': decidedHere,
  roles: {
    change: 'narrower',
    reason: 'The export has no roles. All people are members here.',
  },
  addresses: 'kept',
  'presence and read receipts': 'kept',
  invitations: decidedHere,
  'what guests see': 'none there',
  'user groups': 'none there',
};

/** @throws StartRefused if no file was written by the exporter. */
export async function openDiscord(input: Input, _scratch: Scratch, tally: Tally): Promise<Source> {
  const exported: ExportFile[] = [];
  for (const path of [...input.files.keys().filter((one) => one.endsWith('.json'))].sort()) {
    const head = fromExport<Head>(await readHead(input, path, 'messages'));
    if (!isHead(head)) {
      tally.leaveOut('files *.json', 'It is no file of DiscordChatExporter.', path);
      continue;
    }
    exported.push(exportFile(head, path));
    tally.look('file', head, headFields, path);
    tally.look('channel', head.channel ?? {}, channelFields, path);
  }
  const [first] = exported;
  if (!first) throw new StartRefused('There is no JSON file of DiscordChatExporter (-f Json).');
  return {
    product: 'discord',
    origin: toText(first.guild?.id) || 'discord',
    access,
    isInOrder: false,
    topic: 'imported from Discord',
    records: () => new DiscordExport(input, exported, tally).records(),
  };
}

/** Keeps only the needed fields: each thread is a file. */
function exportFile({ guild, channel }: Head, path: string): ExportFile {
  const { id, type, categoryId, category, name, topic } = channel ?? {};
  return { path, guild: { id: guild?.id }, channel: { id, type, categoryId, category, name, topic } };
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

function isHead(head: Head | undefined): head is Head {
  if (typeof head?.guild !== 'object' || typeof head.channel !== 'object') return false;
  const { id, type, name, category, categoryId } = head.channel ?? {};
  const isMaybeText = (value: unknown) => value === undefined || value === null || typeof value === 'string';
  return typeof id === 'string' && [type, name, category, categoryId].every(isMaybeText);
}

/** Besides the drawn ones. */
const hasPicture = ({ avatarUrl }: DiscordUser): boolean =>
  typeof avatarUrl === 'string' && avatarUrl !== '' && !avatarUrl.includes('/embed/avatars/');

class DiscordExport {
  readonly #input: Input;
  readonly #exported: readonly ExportFile[];
  readonly #tally: Tally;
  readonly #roles = new Map<string, string>();
  readonly #threads = new Map<string, string>();
  readonly #people = new Set<string>();
  readonly #emoji = new Set<string>();
  /** Authors by channel or conversation. */
  readonly #authors = new Map<string, Set<string>>();

  constructor(input: Input, exported: readonly ExportFile[], tally: Tally) {
    this.#input = input;
    this.#exported = exported;
    this.#tally = tally;
    for (const { channel: { type = '', id = '', name = '' } = {} } of exported)
      if (type.includes('Thread')) this.#threads.set(id, name);
  }

  async *records(): AsyncGenerator<SourceRecord> {
    for (const one of this.#exported) yield* this.#messages(one);
    yield* this.#conversations();
  }

  async *#messages(exported: ExportFile): AsyncGenerator<SourceRecord> {
    const { path } = exported;
    const target = findTarget(exported);
    const authors = this.#authors.get(target.id) ?? new Set<string>();
    this.#authors.set(target.id, authors);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const chunks = await this.#input.open(path);
    for await (const some of readJsonElements(chunks, { key: 'messages' }))
      for (const one of some) {
        const place = `${path} #${one.index + 1}`;
        if ('fault' in one) {
          yield gap(place, one.fault);
          continue;
        }
        yield* readItem(place, () =>
          this.#message(fromExport<DiscordMessage>(one.value) ?? {}, { target, authors, folder, place }),
        );
      }
  }

  *#message(
    message: DiscordMessage,
    {
      target,
      authors,
      folder,
      place,
    }: { target: Target; authors: Set<string>; folder: string; place: string },
  ): Generator<SourceRecord> {
    for (const { id, name } of message.author?.roles ?? [])
      if (id !== undefined && name !== undefined) this.#roles.set(id, name);
    if (
      message.author?.id !== undefined &&
      !this.#people.has(message.author.id) &&
      hasPicture(message.author)
    )
      this.#tally.leaveOut('pictures of people', 'People choose theirs here.', place);
    if (message.author?.id !== undefined) {
      authors.add(message.author.id);
      yield* this.#person(message.author.id, displayName(message.author), message.author.isBot === true);
    }
    for (const reaction of message.reactions ?? []) yield* this.#reaction(reaction, folder);
    noteZone(this.#tally, message.timestamp ?? '', place);
    lookAt(message, this.#tally, place);
    const names = { roles: this.#roles, threads: this.#threads };
    yield messageRecord(message, target, { folder, where: place, names });
  }

  *#person(id: string, name: string, isBot: boolean): Generator<SourceRecord> {
    if (this.#people.has(id)) return;
    this.#people.add(id);
    yield { kind: 'person', id, name, role: 'member', isActive: true, isBot };
  }

  /** Custom emoji appear with their reactions; people who reacted may never have written a message. */
  *#reaction({ emoji, users }: DiscordReaction, folder: string): Generator<SourceRecord> {
    for (const user of users ?? [])
      if (user.id !== undefined) yield* this.#person(user.id, displayName(user), user.isBot === true);
    const { id, name, imageUrl } = emoji ?? {};
    if (!id || name === undefined || this.#emoji.has(name) || emojiByCharacter(name)) return;
    this.#emoji.add(name);
    const isAddress = /^https?:/.test(imageUrl ?? '');
    const at = isAddress ? { url: imageUrl } : { path: `${folder}${decode(imageUrl ?? '')}` };
    yield {
      kind: 'emoji',
      name,
      file: { id: `emoji:${id}`, name: `${name}${/\.\w+$/.exec(imageUrl ?? '')?.[0] ?? '.png'}`, ...at },
    };
  }

  /** The export has no members of a channel: those who posted there become its members. */
  *#conversations(): Generator<SourceRecord> {
    const made = new Set<string>();
    const own = new Set(this.#exported.map(({ channel }) => channel?.id));
    for (const exported of this.#exported) {
      const { id, isDirect, name } = findTarget(exported);
      const isOwn = exported.channel?.id === id;
      if (made.has(id) || (!isOwn && own.has(id))) continue;
      made.add(id);
      const members = [...(this.#authors.get(id) ?? [])];
      if (isDirect) yield { kind: 'direct', id, members };
      else
        yield {
          kind: 'channel',
          id,
          name,
          description: isOwn ? (exported.channel?.topic ?? '') : '',
          isPrivate: true,
          members,
        };
    }
  }
}

export interface Target {
  id: string;
  name: string;
  isDirect: boolean;
  place: MessageRecord['place'];
  /** Set for threads. */
  thread?: { id: string; title: string };
  guildId: string;
}

/** Threads, and posts in forums, become topics of their parent channel. */
function findTarget({ guild, channel = {} }: ExportFile): Target {
  const { id = '', type = '', categoryId, category, name = id } = channel;
  const guildId = guild?.id ?? '';
  if (type.includes('Direct')) return { id, name, isDirect: true, place: { direct: id }, guildId };
  // Private threads are not for everyone who reads the channel.
  if (!type.includes('Thread') || type.includes('Private') || !categoryId)
    return { id, name, isDirect: false, place: { channel: id }, guildId };
  const thread = { id: `thread:${id}`, title: name };
  return {
    id: categoryId,
    name: category ?? name,
    isDirect: false,
    place: { channel: categoryId },
    thread,
    guildId,
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
