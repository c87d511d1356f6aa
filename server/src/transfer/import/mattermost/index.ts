/** Reads bulk exports of Mattermost: JSON lines, with attachments beside them. */
import { createHash } from 'node:crypto';
import { StartRefused } from '../../../lib/start-refused.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import { textLines } from '../input/lines.ts';
import {
  gap,
  problem,
  readItem,
  type ChannelRecord,
  type PersonRecord,
  type SourceRecord,
} from '../records.ts';
import type { Source } from '../reading/source.ts';
import { fileRecord, postRecords, type MattermostNames, type PostContext } from './posts.ts';
import type { MattermostChannel, MattermostLine, MattermostPost, MattermostUser } from './types.ts';
import type { Tally } from '../reading/tally.ts';
import type { Scratch } from '../scratch.ts';
import { lookAtLine, leftOutLines } from './fields.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import { fieldsIn } from '../../../lib/objects.ts';
import { fromExport } from '../exported.ts';

const access: AccessFates = {
  'kinds of channels': {
    change: 'wider',
    reason: 'Public channels are for all people here, also for those who were in other teams only.',
  },
  'history of channels': 'kept',
  'members of channels': 'kept',
  posting: decidedHere,
  'administering channels': {
    change: 'narrower',
    reason: 'Managers of channels do not come. Administrators manage them here.',
  },
  'editing and deleting messages': decidedHere,
  roles: {
    change: 'wider',
    reason: 'With --new and --keep-roles, administrators of one team administer the whole organization.',
  },
  addresses: 'kept',
  'presence and read receipts': 'kept',
  invitations: decidedHere,
  'what guests see': {
    change: 'wider',
    reason: 'Guests see all people here, unless the settings limit it.',
  },
  'user groups': 'none there',
};

/** @throws StartRefused for anything but a bulk export. */
export async function openMattermost(input: Input, _scratch: Scratch, tally: Tally): Promise<Source> {
  const path = [
    ...input.files.keys().filter((one) => /\.jsonl?$/.test(one) && !/(?:^|\/)data\//.test(one)),
  ].sort((a, b) => a.split('/').length - b.split('/').length || a.length - b.length)[0];
  if (path === undefined)
    throw new StartRefused('This is no bulk export of Mattermost: it has no .jsonl file.');
  const origin = await findOrigin(input, path);
  return {
    product: 'mattermost',
    origin,
    access,
    isInOrder: false,
    topic: 'imported from Mattermost',
    records: () => new MattermostExport(input, path, tally).records(),
  };
}

const mostLooked = 1000;

/** Derived from the names of the teams, since exports do not identify the server. */
async function findOrigin(input: Input, path: string): Promise<string> {
  const teams: string[] = [];
  let isOurs = false;
  let looked = 0;
  for await (const lines of textLines(await input.open(path))) {
    for (const line of lines) {
      const type = 'text' in line ? /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(line.text)?.[1] : undefined;
      isOurs ||= type === 'version' || type === 'team' || type === 'user' || type === 'role';
      const team =
        type === 'team' && 'text' in line ? /"name"\s*:\s*"([^"]+)"/.exec(line.text)?.[1] : undefined;
      if (team !== undefined) teams.push(team);
    }
    if ((looked += lines.length) > mostLooked) break;
  }
  if (!isOurs) throw new StartRefused('This is no bulk export of Mattermost: its lines have no known types.');
  const sorted = teams.sort().join(',');
  return sorted.length <= 60
    ? sorted || 'mattermost'
    : createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}

class MattermostExport implements MattermostNames {
  readonly #input: Input;
  readonly #path: string;
  readonly #folder: string;
  readonly #tally: Tally;
  readonly #users = new Set<string>();
  /** Channels that are not written yet: their members follow later in the file. */
  #channels: { channel: MattermostChannel; id: string }[] = [];
  readonly #channelIds = new Set<string>();
  readonly #members = new Map<string, string[]>();
  readonly #directs = new Set<string>();

  constructor(input: Input, path: string, tally: Tally) {
    this.#tally = tally;
    this.#input = input;
    this.#path = path;
    this.#folder = path.slice(0, path.lastIndexOf('/') + 1);
  }

  hasUser(name: string): boolean {
    return this.#users.has(name);
  }

  channel(team: string, name: string): string | undefined {
    const id = `${team}:${name}`;
    return this.#channelIds.has(id) ? id : undefined;
  }

  async *records(): AsyncGenerator<SourceRecord> {
    for await (const lines of textLines(await this.#input.open(this.#path)))
      for (const line of lines) {
        const place = `${this.#path}:${line.number}`;
        if ('fault' in line) yield gap(place, line.fault);
        else if (line.text.trim() !== '') yield* readItem(place, () => this.#line(line.text, place));
      }
    yield* readItem(this.#path, () => this.#flushChannels());
  }

  *#line(text: string, place: string): Generator<SourceRecord> {
    let line: MattermostLine | undefined;
    try {
      line = fromExport<MattermostLine>(JSON.parse(text));
    } catch (error) {
      yield gap(place, errorMessage(error));
      return;
    }
    if (line) lookAtLine(line, this.#tally, place);
    switch (line?.type) {
      case 'user':
        yield* this.#user(line.user ?? {}, place);
        break;
      case 'bot':
        yield* this.#bot(line.bot ?? {}, place);
        break;
      case 'channel':
        yield* this.#channel(line.channel ?? {}, place);
        break;
      case 'emoji':
        if (line.emoji?.name === undefined) yield problem(place, 'The emoji has no name.');
        else yield* this.#emoji(line.emoji.name, line.emoji.image);
        break;
      case 'post':
        yield* this.#flushChannels();
        yield* this.#post(line.post ?? {}, place);
        break;
      case 'direct_channel':
        yield* this.#direct(listMembers(line.direct_channel), place);
        break;
      case 'direct_post':
        yield* this.#directPost(line.direct_post ?? {}, place);
        break;
      default:
        leftOutLines(line?.type, this.#tally, place);
    }
  }

  *#user(user: MattermostUser, place: string): Generator<SourceRecord> {
    const { username } = user;
    if (typeof username !== 'string' || username === '') {
      yield problem(place, 'The account has no name.');
      return;
    }
    this.#users.add(username.toLowerCase());
    for (const team of user.teams ?? [])
      for (const channel of team.channels ?? []) {
        const id = `${String(team.name)}:${String(channel.name)}`;
        const members = this.#members.get(id);
        if (members) members.push(username);
        else this.#members.set(id, [username]);
      }
    const [avatar] = fileRecord(user.profile_image, { input: this.#input, folder: this.#folder });
    const hasAvatar = avatar !== undefined && this.#input.files.has(avatar.path ?? '');
    yield {
      ...personRecord(user, username),
      ...(hasAvatar ? { avatar: { ...avatar, id: `avatar:${username}` } } : {}),
    };
  }

  *#bot(bot: NonNullable<MattermostLine['bot']>, place: string): Generator<SourceRecord> {
    const { username, display_name: name, delete_at: deletedAt = 0 } = bot;
    if (username === undefined) yield problem(place, 'The bot has no name.');
    else {
      this.#users.add(username.toLowerCase());
      yield {
        kind: 'person',
        id: username,
        name: name || username,
        role: 'member',
        isActive: deletedAt === 0,
        isBot: true,
      };
    }
  }

  *#channel(channel: MattermostChannel, place: string): Generator<SourceRecord> {
    if (channel.name === undefined || channel.team === undefined) {
      yield problem(place, 'The channel has no name or no team.');
      return;
    }
    const id = `${channel.team}:${channel.name}`;
    this.#channelIds.add(id);
    this.#channels.push({ channel, id });
  }

  *#flushChannels(): Generator<ChannelRecord> {
    const channels = this.#channels;
    this.#channels = [];
    for (const { channel, id } of channels)
      yield {
        kind: 'channel',
        id,
        name: channel.display_name || channel.name || id,
        description: channel.purpose || channel.header || '',
        isPrivate: channel.type !== 'O',
        isArchived: (channel.deleted_at ?? 0) > 0,
        isDefault: channel.name === 'town-square',
        members: this.#members.get(id) ?? [],
      };
  }

  *#emoji(name: string, image: string | undefined): Generator<SourceRecord> {
    const [file] = fileRecord(image, { input: this.#input, folder: this.#folder });
    yield { kind: 'emoji', name, ...(file ? { file: { ...file, id: `emoji:${name}` } } : {}) };
  }

  *#post(post: MattermostPost, place: string): Generator<SourceRecord> {
    const id = `${String(post.team)}:${String(post.channel)}`;
    yield* postRecords(post, this.#context({ channel: id }, String(post.team)), place);
  }

  *#direct(members: readonly string[], place: string): Generator<SourceRecord> {
    const id = directId(members);
    if (members.length === 0) yield problem(place, 'The conversation has no members.');
    else if (!this.#directs.has(id)) {
      this.#directs.add(id);
      yield { kind: 'direct', id, members: [...new Set(members)] };
    }
  }

  *#directPost(post: MattermostPost, place: string): Generator<SourceRecord> {
    const members = post.channel_members ?? [];
    yield* this.#direct(members, place);
    if (members.length > 0) yield* postRecords(post, this.#context({ direct: directId(members) }, ''), place);
  }

  #context(place: PostContext['place'], team: string): PostContext {
    return { input: this.#input, folder: this.#folder, names: this, place, team };
  }
}

/** The sorted, distinct names: a conversation with oneself lists the name twice. */
const directId = (members: readonly string[]): string => [...new Set(members)].sort().join(',');

function listMembers(direct: MattermostLine['direct_channel']): string[] {
  const listed = direct?.members ?? (direct?.participants ?? []).map(({ username }) => username ?? '');
  return listed.filter((name) => typeof name === 'string' && name !== '');
}

function personRecord(user: MattermostUser, username: string): PersonRecord {
  const { first_name: first = '', last_name: last = '', nickname = '', roles = '', teams } = user;
  const isTeamAdmin = (teams ?? []).some((team) => /\bteam_admin\b/.test(team.roles ?? ''));
  const isTeamGuest = (teams ?? []).some((team) => /\bteam_guest\b/.test(team.roles ?? ''));
  const isAdmin = /\bsystem_admin\b/.test(roles);
  return {
    kind: 'person',
    id: username,
    name: `${first} ${last}`.trim() || nickname || username,
    email: user.email,
    role: isAdmin
      ? 'owner'
      : /\bsystem_guest\b/.test(roles) || isTeamGuest
        ? 'guest'
        : isTeamAdmin
          ? 'administrator'
          : 'member',
    isActive: (user.delete_at ?? 0) === 0,
    ...(user.position ? { profile: { Position: user.position } } : {}),
    status: parseStatus(user.custom_status),
  };
}

/** Accepts an object, or its JSON. */
function parseStatus(given: unknown): PersonRecord['status'] {
  let value = given;
  try {
    if (typeof given === 'string' && given !== '') value = JSON.parse(given);
  } catch {
    return undefined;
  }
  const { text, emoji } = fieldsIn(value);
  if (typeof text !== 'string') return undefined;
  return { text, emoji: typeof emoji === 'string' && emoji !== '' ? emoji : undefined };
}
