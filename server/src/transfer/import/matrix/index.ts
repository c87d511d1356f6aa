/** Reads exports of single rooms by Element (JSON), any number of them. */
import { basename } from 'node:path';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import { emojiByCharacter } from '../../../lib/markdown/emoji/emoji.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import { readJsonElements } from '../input/json-elements.ts';
import { readHead } from '../input/read-json.ts';
import {
  gap,
  problem,
  readItem,
  type FileRecord,
  type MessageRecord,
  type ProblemRecord,
  type ReactionRecord,
  type SourceRecord,
} from '../records.ts';
import type { Source } from '../reading/source.ts';
import type { Scratch } from '../scratch.ts';
import { parseStored } from '../../../lib/json.ts';
import { fromExport } from '../exported.ts';
import { isObject } from '../../../lib/objects.ts';
import type { Tally } from '../reading/tally.ts';
import { convertBody, convertPoll } from './body.ts';
import {
  eventFields,
  contentFields,
  knownTypes,
  pollIn,
  type Content,
  type Event,
  type Relation,
} from './events.ts';

interface Head {
  room_name?: string;
  topic?: string;
  exported_by?: string;
}

interface RoomFile {
  path: string;
  head: Head;
}

const access: AccessFates = {
  'kinds of channels': {
    change: 'narrower',
    reason: 'The export does not say who may read a room. All are private here.',
  },
  'history of channels': {
    change: 'wider',
    reason:
      'Members read all of a room that came, also where it showed them only what was sent since they joined.',
  },
  'members of channels': 'kept',
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

/** @throws StartRefused if no file is an export of a room. */
export async function openMatrix(input: Input, scratch: Scratch, tally: Tally): Promise<Source> {
  const rooms: RoomFile[] = [];
  for (const path of [...input.files.keys().filter((one) => one.endsWith('.json'))].sort()) {
    const head = fromExport<Head>(await readHead(input, path, 'messages'));
    if (head?.room_name !== undefined) rooms.push({ path, head });
    else tally.leaveOut('files *.json', 'It is no export of a room by Element.', path);
  }
  if (rooms.length === 0)
    throw new StartRefused('There is no export of a room by Element, in the format JSON.');
  return {
    product: 'matrix',
    origin: 'matrix',
    access,
    isInOrder: false,
    topic: 'imported from Matrix',
    async *records() {
      const people = new Set<string>();
      const updates = scratch.table();
      for (const [number, room] of rooms.entries())
        yield* new RoomExport(input, room, { number, people, updates, scratch, tally }).records();
    },
  };
}

/** Changes to a message by later events. */
interface MessageUpdates {
  content?: Content;
  editedAt?: number;
  reactions: Map<string, Set<string>>;
  replies: number;
}

/** How one event changes another message. */
type MessageUpdate =
  | { content: Content; editedAt?: number | undefined }
  | { reaction: string; user: string }
  | { isReply: true };

/** Shared by the exports of all rooms. */
interface RoomContext {
  number: number;
  /** IDs of people that were already yielded. */
  people: Set<string>;
  /** Values of type `MessageUpdate` as JSON, by room number and event ID. */
  updates: SpillTable;
  scratch: Scratch;
  tally: Tally;
}

const otherKind = 'Events of this kind do not come.';

class RoomExport {
  readonly #input: Input;
  readonly #room: RoomFile;
  readonly #context: RoomContext;
  readonly #names = new Map<string, string>();
  /** Those among them who left, were removed, or never accepted an invitation. */
  readonly #absent = new Set<string>();
  /** Paths of attachments, sorted by file name. */
  readonly #files: readonly string[];
  #roomId = '';

  constructor(input: Input, room: RoomFile, context: RoomContext) {
    this.#input = input;
    this.#room = room;
    this.#context = context;
    const folder = room.path.slice(0, room.path.lastIndexOf('/') + 1);
    const isFile = (path: string) =>
      /^(?:images|videos|audio|files|stickers)\/[^/]+$/.test(path.slice(folder.length));
    const files = input.files.keys().filter((path) => path.startsWith(folder) && isFile(path));
    this.#files = [...files].sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  }

  async *records(): AsyncGenerator<SourceRecord> {
    for await (const { event, place } of this.#events()) {
      if (event)
        yield* readItem(place, () => {
          this.#look(event);
          return [];
        });
      await this.#context.scratch.count();
    }
    this.#roomId ||= this.#room.path;
    for (const [id, name] of this.#names) {
      if (this.#context.people.has(id)) continue;
      this.#context.people.add(id);
      yield { kind: 'person', id, name, role: 'member', isActive: true };
    }
    const { head } = this.#room;
    yield {
      kind: 'channel',
      id: this.#roomId,
      name: head.room_name || this.#roomId,
      description: head.topic ?? '',
      // The file does not contain who may read the room.
      isPrivate: true,
      members: [...this.#names.keys().filter((one) => !this.#absent.has(one))],
    };
    for await (const { event, fault, place } of this.#events()) {
      if (!event) yield gap(place, fault ?? 'It is no event.');
      else yield* readItem(place, () => this.#message(event, place));
    }
  }

  async *#events(): AsyncGenerator<{ event?: Event; fault?: string; place: string }> {
    const { path } = this.#room;
    const chunks = await this.#input.open(path);
    for await (const some of readJsonElements(chunks, { key: 'messages' }))
      for (const one of some) {
        const place = `${path} #${one.index + 1}`;
        if ('fault' in one) yield { fault: one.fault, place };
        else if (isObject(one.value)) yield { event: one.value, place };
      }
  }

  #look({ type, sender, content = {}, state_key: key, room_id: roomId, origin_server_ts: at }: Event): void {
    if (roomId !== undefined) this.#roomId = roomId;
    if (sender !== undefined && !this.#names.has(sender)) this.#names.set(sender, localName(sender));
    if (type === 'm.room.member' && key !== undefined) {
      if (content.displayname) this.#names.set(key, content.displayname);
      if (content.membership === 'join') this.#absent.delete(key);
      else this.#absent.add(key);
    } else if (sender !== undefined) this.#absent.delete(sender);
    const relation = content['m.relates_to'];
    if (relation?.event_id === undefined) return;
    const note = (update: MessageUpdate) =>
      this.#context.updates.add(this.#updateKey(relation.event_id), JSON.stringify(update));
    if (relation.rel_type === 'm.replace')
      note({ content: content['m.new_content'] ?? content, editedAt: at });
    else if (relation.rel_type === 'm.thread') note({ isReply: true });
    else if (type === 'm.reaction' && relation.key !== undefined && sender !== undefined)
      note({ reaction: relation.key, user: sender });
  }

  #updateKey(id: string | undefined): string {
    return `${this.#context.number} ${String(id)}`;
  }

  *#message(event: Event, place: string): Generator<MessageRecord | ProblemRecord> {
    const { type = '', event_id: id, sender, origin_server_ts: sentAt, content = {} } = event;
    const { tally } = this.#context;
    tally.look('event', event, eventFields, place);
    if (type === 'm.room.encrypted' || content.msgtype === 'm.bad.encrypted')
      yield problem(place, 'It could not be decrypted.');
    if (content.msgtype === 'm.bad.encrypted') return;
    const poll = pollIn(event);
    if (type !== 'm.room.message' && type !== 'm.sticker' && !poll) {
      if (type === 'm.room.member')
        tally.leaveOut('notices', 'People who joined, left or were named.', place);
      else if (!knownTypes.has(type)) tally.leaveOut(type, otherKind, place);
      return;
    }
    tally.look(`content of ${type}`, content, contentFields, place);
    const relation = content['m.relates_to'];
    if (relation?.rel_type === 'm.replace') return;
    if (id === undefined || sender === undefined || typeof sentAt !== 'number' || !(sentAt > 0)) {
      yield problem(place, 'The event has no ID, no sender or no time.');
      return;
    }
    if (content.body === undefined && !poll) {
      yield problem(place, 'It was deleted.');
      return;
    }
    const later = combined(this.#context.updates.values(this.#updateKey(id)));
    const file = findFile(event, this.#files);
    const room = { roomId: this.#roomId, names: this.#names };
    const isFileAlone = file !== undefined && content.filename === undefined;
    yield {
      kind: 'message',
      id,
      place: { channel: this.#roomId },
      sender,
      senderName: this.#names.get(sender),
      sentAt,
      ...(later.editedAt === undefined ? {} : { editedAt: later.editedAt }),
      text: isFileAlone ? [] : poll ? convertPoll(poll) : convertBody(content, later.content, room),
      ...(poll ? { mayBeWidget: true } : {}),
      ...findThread(id, relation, later),
      ...(file ? { files: [file] } : {}),
      ...(later.reactions.size > 0 ? { reactions: convertReactions(later) } : {}),
    };
  }
}

function combined(stored: readonly string[]): MessageUpdates {
  const updates: MessageUpdates = { reactions: new Map(), replies: 0 };
  for (const one of stored) {
    const update = parseStored<MessageUpdate>(one);
    if ('isReply' in update) updates.replies++;
    else if ('content' in update) {
      updates.content = update.content;
      if (update.editedAt !== undefined) updates.editedAt = update.editedAt;
    } else {
      const users = updates.reactions.get(update.reaction) ?? new Set<string>();
      updates.reactions.set(update.reaction, users.add(update.user));
    }
  }
  return updates;
}

const localName = (mxid: string): string => /^@([^:]+):/.exec(mxid)?.[1] ?? mxid;

function findThread(
  id: string,
  relation: Relation | undefined,
  later: MessageUpdates,
): Pick<MessageRecord, 'thread'> {
  if (relation?.rel_type === 'm.thread' && relation.event_id !== undefined)
    return { thread: { id: relation.event_id, isRoot: false } };
  return later.replies > 0 ? { thread: { id, isRoot: true, size: later.replies + 1 } } : {};
}

const convertReactions = ({ reactions }: MessageUpdates): ReactionRecord[] =>
  [...reactions].map(([key, users]) => ({
    emoji: emojiByCharacter(key)?.name ?? key.replaceAll(':', ''),
    users: [...users],
  }));

const withFile: ReadonlySet<string> = new Set(['m.image', 'm.file', 'm.video', 'm.audio']);

/** Element names files after their name and the time of the message; addresses on Matrix servers need a session. */
function findFile(
  { event_id: id, type, content = {} }: Event,
  files: readonly string[],
): FileRecord | undefined {
  if (id === undefined || (type !== 'm.sticker' && !withFile.has(content.msgtype ?? ''))) return undefined;
  const name = content.filename ?? content.body ?? id;
  const stem = name.replace(/\.[^.]*$/, '');
  const found = files[indexOfFirst(files, (one) => basename(one) >= stem)];
  const path = found !== undefined && basename(found).startsWith(stem) ? found : undefined;
  return { id, name, contentType: content.info?.mimetype, size: content.info?.size, path };
}

/** Binary search for the first item that meets the condition, in a list in which all items after it meet it too. */
function indexOfFirst<T>(list: readonly T[], condition: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = list[middle];
    if (one !== undefined && condition(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}
