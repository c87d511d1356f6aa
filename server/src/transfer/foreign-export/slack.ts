/** Writes an export of Slack: lists, and a file for each channel and day. Topics become threads that begin with the topic's name. */
import type { Channel, User } from '../../core/organization/index.ts';
import { listAccounts } from '../../core/users/index.ts';
import { pictureKey } from '../../features/pictures/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import { speakingBots, type ExportContext } from './authors.ts';
import { fileLabel, parseContent, type ContentPart } from './content.ts';
import { JsonList } from './folder.ts';
import { exportedAddress, safeFileName, slug, makeUsernames } from './names.ts';
import {
  loadDirects,
  messagesIn,
  type Conversation,
  type ExportedMessage,
  type ExportedPin,
} from './reader.ts';
import { channelsWithin } from './scope.ts';
import { DistinctTimes } from './times.ts';

const team = 'THEDDLE0';
const padded = (kind: string, id: number): string => `${kind}${String(id).padStart(8, '0')}`;
const personId = (id: number): string => padded('U', id);

export async function writeSlack(context: ExportContext): Promise<void> {
  await new SlackWriter(context, await speakingBots(context)).write();
}

class SlackWriter {
  readonly #context: ExportContext;
  readonly #people: readonly User[];
  readonly #usernames: ReadonlyMap<number, string>;
  readonly #userIds: ReadonlyMap<string, number>;
  /** By the IDs of channels that come along. */
  readonly #channelNames: ReadonlyMap<number, string>;
  readonly #origin: string;

  constructor(context: ExportContext, serverBots: readonly User[]) {
    const { app, cache, scope } = context;
    this.#context = context;
    this.#people = [...listAccounts(cache), ...serverBots];
    this.#usernames = makeUsernames(this.#people);
    this.#userIds = new Map([...cache.users.values()].map(({ fullName, id }) => [fullName, id]));
    const names = new Set<string>();
    this.#channelNames = new Map(
      channelsWithin(cache, scope).map(({ id, name }) => [id, slug(name, id, names)]),
    );
    this.#origin = organizationUrl(app, cache.organization.subdomain);
  }

  async write(): Promise<void> {
    const { cache, scope, folder, counts } = this.#context;
    await folder.json(
      'users.json',
      this.#people.map((user) => person(user, this.#usernames.get(user.id) ?? '')),
    );
    await this.#emoji();
    const channels = channelsWithin(cache, scope);
    counts.channels = channels.length;
    const pins = new Map<number, object>();
    for (const { id } of channels)
      pins.set(id, await this.#days(this.#channelNames.get(id) ?? '', padded('C', id), { channelId: id }));
    for (const isPrivate of [false, true])
      await folder.json(
        isPrivate ? 'groups.json' : 'channels.json',
        channels
          .filter((one) => one.isPrivate === isPrivate)
          .map((one) => ({ ...this.#channel(one), ...pins.get(one.id) })),
      );
    if (scope.directMessages) await this.#directs();
  }

  #channel(channel: Channel): object {
    const { cache } = this.#context;
    const creator = channel.creatorId ?? this.#owner();
    const about = (value: string) => ({ value, creator: personId(creator), last_set: 0 });
    return {
      id: padded('C', channel.id),
      name: this.#channelNames.get(channel.id),
      created: Math.floor(channel.createdAt / 1000),
      creator: personId(creator),
      is_archived: channel.isArchived,
      is_general: false,
      members: cache.members.getIds(channel.id).map(personId),
      topic: about(''),
      purpose: about(escaped(channel.description)),
    };
  }

  /** Importers leave conversations out that nobody has made. */
  #owner(): number {
    const owner = this.#people.find(({ role, isActive, isBot }) => role === 100 && isActive && !isBot);
    return (owner ?? this.#people[0])?.id ?? 0;
  }

  /** As the response of Slack's API to `emoji.list`, with the pictures beside it. */
  async #emoji(): Promise<void> {
    const { cache, folder } = this.#context;
    const emoji: Record<string, string> = {};
    for (const { name, isDeactivated, path } of cache.organization.emoji) {
      const picture = `emoji/${name}.webp`;
      if (!isDeactivated && (await folder.copyKey(pictureKey(path, 'image.webp'), picture)))
        emoji[name] = picture;
    }
    if (Object.keys(emoji).length > 0) await folder.json('emoji.json', { ok: true, emoji });
  }

  async #directs(): Promise<void> {
    const { app, cache, folder, counts } = this.#context;
    const dms = new JsonList(await folder.open('dms.json'));
    const groups = new JsonList(await folder.open('mpims.json'));
    for await (const { id, members } of loadDirects(app.db.read, cache.orgId)) {
      const isGroup = members.length > 2;
      // Two hyphens are in no name of a channel.
      const name = isGroup ? `mpdm--${id}` : padded('D', id);
      const listed = members.length === 1 ? [...members, ...members] : members;
      const [creator = 0] = members;
      const listId = padded(isGroup ? 'G' : 'D', id);
      const pins = await this.#days(name, listId, { directId: id });
      const row = {
        id: listId,
        created: this.#begun(),
        creator: personId(creator),
        members: listed.map(personId),
        ...pins,
      };
      await (isGroup ? groups.add({ ...row, name }) : dms.add(row));
      counts.conversations++;
    }
    await dms.end();
    await groups.end();
  }

  /** When a conversation began is not known: not before the organization. */
  #begun(): number {
    return Math.floor(this.#context.cache.organization.createdAt / 1000);
  }

  /**
   * A day ends with the first message of a later one: days are never reopened.
   * @returns the pins, which stand in the row of their conversation
   */
  async #days(folderName: string, listId: string, place: Conversation): Promise<{ pins?: object[] }> {
    const { app, cache, folder } = this.#context;
    await folder.folder(folderName);
    let day = '';
    let list: JsonList | undefined;
    const threads = new Threads();
    const pins: object[] = [];
    for await (const message of messagesIn(app.db.read, cache.orgId, place)) {
      const date = new Date(message.sentAt).toISOString().slice(0, 10);
      if (date > day) {
        await list?.end();
        day = date;
        list = new JsonList(await folder.open(`${folderName}/${day}.json`));
      }
      const ts = threads.time(message.sentAt);
      await list?.add(await this.#message(message, ts, threads));
      this.#context.counts.messages++;
      if (message.pin) pins.push(pinRow(message.pin, ts, { listId, senderId: message.senderId }));
    }
    await list?.end();
    this.#context.counts.pins += pins.length;
    return pins.length > 0 ? { pins } : {};
  }

  async #message(message: ExportedMessage, ts: string, threads: Threads): Promise<object> {
    const root = threads.root(message, ts);
    const sender = this.#context.cache.users.get(message.senderId);
    const title = root?.ts === ts && message.topic !== '' ? `*${escaped(message.topic)}*\n` : '';
    const { files, paths } = await this.#files(message);
    const name = this.#usernames.get(message.senderId) ?? '';
    return {
      type: 'message',
      user: personId(message.senderId),
      ts,
      text: title + this.#text(message, paths),
      team,
      user_profile: { real_name: sender?.fullName ?? '', name },
      ...(root === undefined ? {} : { thread_ts: root.ts, parent_user_id: personId(root.senderId) }),
      ...(message.editedAt === null
        ? {}
        : { edited: { user: personId(message.senderId), ts: seconds(message.editedAt * 1000) } }),
      ...(message.reactions.length > 0 ? { reactions: reactions(message) } : {}),
      // Some importers look at files only where a message says that it has brought them.
      ...(files.length > 0 ? { upload: true, files } : {}),
    };
  }

  async #files({ files, senderId }: ExportedMessage): Promise<{ files: object[]; paths: Set<string> }> {
    const listed: object[] = [];
    const paths = new Set<string>();
    for (const file of files) {
      const id = padded('F', file.id);
      const isThere = await this.#context.folder.copy(file, `__uploads/${id}/${safeFileName(file.name)}`);
      if (!isThere) continue;
      paths.add(file.path);
      const { name, size, contentType: mimetype } = file;
      const created = Math.floor(file.createdAt / 1000);
      const url = `${this.#origin}/user_uploads/${encodeURI(file.path)}`;
      listed.push({
        id,
        name,
        title: name,
        mimetype,
        size,
        mode: 'hosted',
        user: personId(senderId),
        created,
        timestamp: created,
        filetype: /\.(\w+)$/.exec(name)?.[1] ?? '',
        url_private: url,
        url_private_download: url,
      });
    }
    return { files: listed, paths };
  }

  /** @param paths Of the files that come along. */
  #text({ content }: ExportedMessage, paths: ReadonlySet<string>): string {
    const { cache } = this.#context;
    const pieces = parseContent(content, (name) => this.#userIds.get(name));
    return pieces
      .map((piece, i) => {
        if ('upload' in piece) return escaped(fileLabel(pieces, i, paths.has(piece.upload)));
        if (!('channel' in piece)) return mrkdwn(piece);
        const channel = cache.channels.find('name', piece.channel.toLowerCase());
        const name = channel && this.#channelNames.get(channel.id);
        return name === undefined
          ? escaped(`#${piece.channel}`)
          : `<#${padded('C', channel?.id ?? 0)}|${name}>`;
      })
      .join('')
      .trim();
  }
}

/** Slack's timestamps are IDs. Also maps topics to their first messages. */
class Threads {
  readonly #roots = new Map<string, { ts: string; senderId: number }>();
  readonly #times = new DistinctTimes(1000);

  time(sentAt: number): string {
    return seconds(this.#times.next(sentAt));
  }

  /** Undefined without a topic. */
  root(
    { topic, topicKey, senderId }: ExportedMessage,
    ts: string,
  ): { ts: string; senderId: number } | undefined {
    if (topic === '') return undefined;
    const root = this.#roots.get(topicKey) ?? { ts, senderId };
    this.#roots.set(topicKey, root);
    return root;
  }
}

/** Slack's kind of a pinned item that is a message is the letter of channels, whatever the conversation is. */
const pinRow = (
  { userId, pinnedAt }: ExportedPin,
  ts: string,
  { listId, senderId }: { listId: string; senderId: number },
): object => ({
  id: ts,
  type: 'C',
  created: Math.floor(pinnedAt / 1000),
  channel: listId,
  user: personId(userId),
  owner: personId(senderId),
});

const seconds = (micros: number): string =>
  `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function mrkdwn(piece: Exclude<ContentPart, { channel: string } | { upload: string }>): string {
  if ('text' in piece) return escaped(piece.text);
  if ('code' in piece)
    return piece.isBlock ? `\`\`\`\n${escaped(piece.code)}\n\`\`\`` : `\`${escaped(piece.code)}\``;
  if ('user' in piece) return `<@${personId(piece.user)}>`;
  if ('everyone' in piece) return '<!channel>';
  if ('link' in piece) return `<${escaped(piece.link)}|${escaped(piece.label).replaceAll('|', '/')}>`;
  if ('bold' in piece) return `*${escaped(piece.bold)}*`;
  return 'italic' in piece ? `_${escaped(piece.italic)}_` : `~${escaped(piece.struck)}~`;
}

function person(user: User, name: string): object {
  const { fullName } = user;
  const space = fullName.lastIndexOf(' ');
  return {
    id: personId(user.id),
    team_id: team,
    name,
    real_name: fullName,
    deleted: !user.isActive,
    is_bot: user.isBot,
    tz: user.timezone,
    is_primary_owner: false,
    is_owner: user.role === 100,
    is_admin: user.role <= 200,
    is_restricted: user.role === 600,
    profile: {
      real_name: fullName,
      display_name: fullName,
      email: exportedAddress(user),
      first_name: space > 0 ? fullName.slice(0, space) : fullName,
      last_name: space > 0 ? fullName.slice(space + 1) : '',
    },
  };
}

function reactions({ reactions: all }: ExportedMessage): object[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  return [...byName].map(([name, some]) => ({
    name,
    users: some.map(({ userId }) => personId(userId)),
    count: some.length,
  }));
}
