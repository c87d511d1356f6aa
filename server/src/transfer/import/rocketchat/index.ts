/** Reads dumps of Rocket.Chat's database by `mongodump`. Account secrets are not read. */
import type { Document } from 'bson';
import { StartRefused } from '../../../lib/start-refused.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import { gap, problem, readItem, type FileRecord, type PersonRole, type SourceRecord } from '../records.ts';
import type { Source } from '../reading/source.ts';
import type { Scratch } from '../scratch.ts';
import { unknownKind, type Tally } from '../reading/tally.ts';
import { fates, isKnownKind } from './fields.ts';
import { documents, GridFiles } from './grid-files.ts';
import { list, messageRecord, text, parseTime, type RocketChatNames, type RoomPlace } from './messages.ts';
import { fieldsIn, listIn } from '../../../lib/objects.ts';

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
  'user groups': 'kept',
};

/** @throws StartRefused for anything but a dump. */
export async function openRocketChat(input: Input, scratch: Scratch, tally: Tally): Promise<Source> {
  const messages = input.files.keys().find((path) => /(?:^|\/)rocketchat_message\.bson$/.test(path));
  if (messages === undefined)
    throw new StartRefused('This is no dump of Rocket.Chat: it has no rocketchat_message.bson.');
  const folder = messages.slice(0, -'rocketchat_message.bson'.length);
  const uploads = new GridFiles(input, `${folder}rocketchat_uploads.chunks.bson`, scratch);
  const emoji = new GridFiles(input, `${folder}custom_emoji.chunks.bson`, scratch);
  return Promise.resolve({
    product: 'rocketchat',
    origin: 'rocketchat',
    access,
    isInOrder: false,
    topic: 'imported from Rocket.Chat',
    otherFiles: [
      // GridFS: read when a record needs a file.
      { paths: /(?:^|\/)(?:rocketchat_uploads|custom_emoji)\.(?:chunks|files)\.bson$/ },
      { paths: /\.metadata\.json(?:\.gz)?$/ },
      { paths: /(?:^|\/)rocketchat_avatars/, without: 'Pictures of people are theirs to choose here.' },
      { paths: /\.bson$/, without: 'This collection has nothing that people wrote, or has no counterpart.' },
    ],
    records: () => new RocketChatDump(input, folder, tally).records(),
    openFile: ({ id }: FileRecord) =>
      id.startsWith(emojiPrefix) ? emoji.open(id.slice(emojiPrefix.length)) : uploads.open(id),
  });
}

interface Discussion {
  id: string;
  parent: string;
  title: string;
}

const emojiPrefix = 'emoji:';
/** The other type is private. */
const publicTeam = 0;

class RocketChatDump implements RocketChatNames {
  readonly #input: Input;
  readonly #folder: string;
  readonly #tally: Tally;
  readonly #userIds = new Map<string, string>();
  readonly #channelIds = new Map<string, string>();
  readonly #rooms = new Map<string, RoomPlace>();
  readonly #members = new Map<string, string[]>();
  readonly #groupIds = new Map<string, string>();
  /** Only their members see the rooms of these teams, whatever these rooms say. */
  readonly #privateTeams = new Set<string>();
  #livechats = 0;

  constructor(input: Input, folder: string, tally: Tally) {
    this.#tally = tally;
    this.#input = input;
    this.#folder = folder;
  }

  userId(username: string): string | undefined {
    return this.#userIds.get(username.toLowerCase());
  }

  channelId(name: string): string | undefined {
    return this.#channelIds.get(name.toLowerCase());
  }

  groupId(name: string): string | undefined {
    return this.#groupIds.get(name.toLowerCase());
  }

  async *records(): AsyncGenerator<SourceRecord> {
    yield* this.#each('users', (user) => this.#person(user));
    yield* this.#teams();
    yield* this.#each('rocketchat_custom_emoji', (emoji) => this.#emoji(emoji));
    yield* this.#each('rocketchat_subscription', (one) => this.#subscription(one));
    const discussions: Discussion[] = [];
    yield* this.#each('rocketchat_room', (room) => this.#room(room, discussions));
    for (const room of discussions) this.#discussion(room);
    if (this.#livechats > 0)
      this.#tally.leaveOut(
        'conversations with visitors',
        'People from outside have none here.',
        `${this.#folder}rocketchat_room.bson`,
        this.#livechats,
      );
    yield* this.#each('rocketchat_message', (message, place) => this.#message(message, place));
  }

  async *#each(
    collection: string,
    take: (document: Document, place: string) => Iterable<SourceRecord>,
  ): AsyncGenerator<SourceRecord> {
    const path = `${this.#folder}${collection}.bson`;
    if (!this.#input.files.has(path)) return;
    for await (const one of documents(await this.#input.open(path))) {
      const place = `${path} #${one.number}`;
      if ('fault' in one) yield gap(place, one.fault);
      else {
        if (!isOfVisitors(collection, one.document))
          this.#tally.look(collection, one.document, fates[collection] ?? {}, place);
        yield* readItem(place, () => take(one.document, place));
      }
    }
  }

  *#person(user: Document): Generator<SourceRecord> {
    const id = text(user._id);
    const username = text(user.username);
    if (id === '' || text(user.type) === 'visitor') return;
    if (username !== '') this.#userIds.set(username.toLowerCase(), id);
    for (const room of listIn(user.__rooms)) this.#join(text(room), id);
    const roles = listIn(user.roles);
    const isBot =
      user.type === 'bot' || user.type === 'app' || roles.includes('bot') || roles.includes('app');
    yield {
      kind: 'person',
      id,
      name: text(user.name) || username || id,
      email: text(list(user.emails)[0]?.address) || undefined,
      role: convertRole(roles),
      isActive: user.active !== false,
      isBot,
      ...(text(user.statusText) === '' ? {} : { status: { text: text(user.statusText) } }),
    };
  }

  /** Teams can be mentioned, so they become groups; their rooms become channels. */
  async *#teams(): AsyncGenerator<SourceRecord> {
    const members = new Map<string, Set<string>>();
    yield* this.#each('rocketchat_team_member', ({ teamId, userId }) => {
      const people = members.get(text(teamId)) ?? new Set();
      members.set(text(teamId), people.add(text(userId)));
      return [];
    });
    yield* this.#each('rocketchat_team', (team, place) => {
      const [id, name] = [text(team._id), text(team.name)];
      if (id === '' || name === '') return [problem(place, 'The team has no ID or no name.')];
      this.#groupIds.set(name.toLowerCase(), id);
      if (team.type !== publicTeam) this.#privateTeams.add(id);
      return [{ kind: 'group', id, name, members: [...(members.get(id) ?? [])] }];
    });
  }

  *#emoji(emoji: Document): Generator<SourceRecord> {
    const name = text(emoji.name);
    if (name === '') return;
    const fileName = `${name}.${text(emoji.extension) || 'png'}`;
    yield { kind: 'emoji', name, file: { id: `${emojiPrefix}${fileName}`, name: fileName } };
    for (const alias of listIn(emoji.aliases))
      if (text(alias) !== '') yield { kind: 'emoji', name: text(alias), aliasOf: name };
  }

  #subscription({ rid, u }: Document): readonly SourceRecord[] {
    this.#join(text(rid), text(fieldsIn(u)._id));
    return [];
  }

  #join(roomId: string, userId: string): void {
    if (roomId === '' || userId === '') return;
    const members = this.#members.get(roomId);
    if (!members) this.#members.set(roomId, [userId]);
    else if (!members.includes(userId)) members.push(userId);
  }

  *#room(room: Document, discussions: Discussion[]): Generator<SourceRecord> {
    const id = text(room._id);
    const kind = text(room.t);
    if (id === '') return;
    if (kind === 'd') {
      const members = [...new Set([...listIn(room.uids).map(text), ...(this.#members.get(id) ?? [])])];
      this.#rooms.set(id, { place: { direct: id } });
      yield { kind: 'direct', id, members: members.filter((one) => one !== '') };
    } else if (kind !== 'c' && kind !== 'p') this.#livechats++;
    else if (text(room.prid) !== '' && kind === 'c')
      discussions.push({ id, parent: text(room.prid), title: text(room.fname) || text(room.name) || id });
    // A private discussion is not for everyone who reads its parent room.
    else yield* this.#channel(room, id, kind);
  }

  *#channel(room: Document, id: string, kind: string): Generator<SourceRecord> {
    const name = text(room.fname) || text(room.name) || id;
    this.#rooms.set(id, { place: { channel: id } });
    this.#channelIds.set((text(room.name) || name).toLowerCase(), id);
    yield {
      kind: 'channel',
      id,
      name,
      description: [text(room.description), text(room.topic)].filter((one) => one !== '').join(' – '),
      isPrivate: kind !== 'c' || this.#privateTeams.has(text(room.teamId)),
      isArchived: room.archived === true,
      isReadOnly: room.ro === true,
      isDefault: room.default === true,
      createdAt: parseTime(room.ts),
      members: this.#members.get(id) ?? [],
    };
  }

  /** A discussion becomes a topic of its parent room; a nested one of the outermost room. */
  #discussion({ id, parent: parentId, title }: Discussion): void {
    const parent = this.#rooms.get(parentId);
    if (parent) this.#rooms.set(id, { place: parent.place, thread: { id: `discussion:${id}`, title } });
  }

  *#message(message: Document, place: string): Generator<SourceRecord> {
    const kind = text(message.t);
    if (!isKnownKind(kind))
      this.#tally.leaveOut(`messages of type ${kind}`, `${unknownKind} They count as notices.`, place);
    const room = this.#rooms.get(text(message.rid));
    if (room) yield messageRecord(message, room, this, place);
    else if (this.#livechats === 0) yield problem(place, 'Its room is not in the dump.');
  }
}

function convertRole(roles: readonly unknown[]): PersonRole {
  if (roles.includes('admin')) return 'owner';
  return roles.includes('guest') || roles.includes('anonymous') ? 'guest' : 'member';
}

/** Such rooms are counted as a whole. */
const isOfVisitors = (collection: string, { t: kind }: Document): boolean =>
  collection === 'rocketchat_room' && !['c', 'p', 'd'].includes(text(kind));
