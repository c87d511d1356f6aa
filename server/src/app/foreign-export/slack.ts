/** Writes an export of Slack: lists, and a file for each channel and day. Topics become threads that begin with the topic's name. */
import type { User } from '../../core/organization/index.ts';
import { piecesOf, type ContentPart } from './content.ts';
import type { ExportContext } from './context.ts';
import { JsonList, safeName, slug } from './folder.ts';
import { directsOf, messagesIn, type Conversation, type ExportedMessage } from './reader.ts';
import { channelsWithin, peopleOf } from './scope.ts';

const team = 'THEDDLE0';
const padded = (kind: string, id: number): string => `${kind}${String(id).padStart(8, '0')}`;
const personId = (id: number): string => padded('U', id);

export const writeSlack = (context: ExportContext): Promise<void> => new SlackWriter(context).write();

class SlackWriter {
  readonly #context: ExportContext;
  readonly #userIds: ReadonlyMap<string, number>;

  constructor(context: ExportContext) {
    this.#context = context;
    this.#userIds = new Map([...context.cache.users.values()].map(({ fullName, id }) => [fullName, id]));
  }

  async write(): Promise<void> {
    const { cache, scope, folder, counts } = this.#context;
    await folder.json('users.json', peopleOf(cache).map(person));
    const names = new Set<string>();
    const channels = channelsWithin(cache, scope).map((channel) => ({
      channel,
      name: slug(channel.name, channel.id, names),
    }));
    counts.channels = channels.length;
    for (const isPrivate of [false, true])
      await folder.json(
        isPrivate ? 'groups.json' : 'channels.json',
        channels
          .filter(({ channel }) => channel.isPrivate === isPrivate)
          .map(({ channel, name }) => ({
            ...{ id: padded('C', channel.id), name, created: Math.floor(channel.createdAt / 1000) },
            ...{ creator: channel.creatorId === null ? '' : personId(channel.creatorId) },
            ...{ is_archived: channel.isArchived, is_general: false },
            members: cache.members.getIds(channel.id).map(personId),
            topic: { value: '' },
            purpose: { value: escaped(channel.description) },
          })),
      );
    for (const { channel, name } of channels) await this.#days(name, { channelId: channel.id });
    if (scope.directMessages) await this.#directs();
  }

  async #directs(): Promise<void> {
    const { app, cache, folder, counts } = this.#context;
    const dms = new JsonList(await folder.open('dms.json'));
    const groups = new JsonList(await folder.open('mpims.json'));
    for await (const { id, members } of directsOf(app.db.read, cache.orgId)) {
      const isGroup = members.length > 2;
      const name = isGroup ? `mpdm-${id}` : padded('D', id);
      const listed = members.length === 1 ? [...members, ...members] : members;
      const row = { id: padded(isGroup ? 'G' : 'D', id), members: listed.map(personId) };
      await (isGroup ? groups.add({ ...row, name }) : dms.add(row));
      counts.conversations++;
      await this.#days(name, { directId: id });
    }
    await dms.end();
    await groups.end();
  }

  /** A day ends with the first message of a later one: days are never reopened. */
  async #days(folderName: string, place: Conversation): Promise<void> {
    const { app, cache, folder } = this.#context;
    let day = '';
    let list: JsonList | undefined;
    const threads = new Threads();
    for await (const message of messagesIn(app.db.read, cache.orgId, place)) {
      const date = new Date(message.sentAt).toISOString().slice(0, 10);
      if (date > day) {
        await list?.end();
        day = date;
        list = new JsonList(await folder.open(`${folderName}/${day}.json`));
      }
      await list?.add(await this.#message(message, threads));
      this.#context.counts.messages++;
    }
    await list?.end();
  }

  async #message(message: ExportedMessage, threads: Threads): Promise<object> {
    const ts = threads.time(message.sentAt);
    const root = threads.root(message, ts);
    const sender = this.#context.cache.users.get(message.senderId);
    const title = root === ts && message.topic !== '' ? `*${escaped(message.topic)}*\n` : '';
    const files = await this.#files(message);
    return {
      ...{ type: 'message', user: personId(message.senderId), ts, text: title + this.#text(message) },
      ...{ team, user_profile: { real_name: sender?.fullName ?? '', name: personId(message.senderId) } },
      ...(root === undefined ? {} : { thread_ts: root }),
      ...(message.editedAt === null
        ? {}
        : { edited: { user: personId(message.senderId), ts: seconds(message.editedAt, 0) } }),
      ...(message.reactions.length > 0 ? { reactions: reactions(message) } : {}),
      ...(files.length > 0 ? { files } : {}),
    };
  }

  async #files({ files, senderId }: ExportedMessage): Promise<object[]> {
    const listed: object[] = [];
    for (const file of files) {
      const id = padded('F', file.id);
      const isThere = await this.#context.folder.copy(file, `__uploads/${id}/${safeName(file.name, 'file')}`);
      if (!isThere) continue;
      const { name, size, contentType: mimetype } = file;
      listed.push({ id, name, title: name, mimetype, size, mode: 'hosted', user: personId(senderId) });
    }
    return listed;
  }

  #text({ content }: ExportedMessage): string {
    const { cache } = this.#context;
    return piecesOf(content, (name) => this.#userIds.get(name))
      .map((piece) => {
        if (!('channel' in piece)) return mrkdwn(piece);
        const channel = cache.channels.find('name', piece.channel.toLowerCase());
        return channel
          ? `<#${padded('C', channel.id)}|${escaped(channel.name)}>`
          : escaped(`#${piece.channel}`);
      })
      .join('')
      .trim();
  }
}

/** Slack's timestamps are IDs: messages in the same millisecond get increasing ones. Also maps topics to their first messages. */
class Threads {
  readonly #roots = new Map<string, string>();
  #last = 0;
  #same = 0;

  time(sentAt: number): string {
    this.#same = sentAt <= this.#last ? this.#same + 1 : 0;
    this.#last = Math.max(this.#last, sentAt);
    return seconds(this.#last + Math.floor(this.#same / 1000), this.#same % 1000);
  }

  /** Undefined without a topic. */
  root({ topic, topicKey }: ExportedMessage, ts: string): string | undefined {
    if (topic === '') return undefined;
    const root = this.#roots.get(topicKey) ?? ts;
    this.#roots.set(topicKey, root);
    return root;
  }
}

const seconds = (ms: number, micros: number): string =>
  `${Math.floor(ms / 1000)}.${String((ms % 1000) * 1000 + micros).padStart(6, '0')}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function mrkdwn(piece: Exclude<ContentPart, { channel: string }>): string {
  if ('text' in piece) return escaped(piece.text);
  if ('code' in piece)
    return piece.isBlock ? `\`\`\`\n${escaped(piece.code)}\n\`\`\`` : `\`${escaped(piece.code)}\``;
  if ('user' in piece) return `<@${personId(piece.user)}>`;
  if ('everyone' in piece) return '<!channel>';
  if ('upload' in piece) return '';
  if ('link' in piece) return `<${escaped(piece.link)}|${escaped(piece.label).replaceAll('|', '/')}>`;
  if ('bold' in piece) return `*${escaped(piece.bold)}*`;
  return 'italic' in piece ? `_${escaped(piece.italic)}_` : `~${escaped(piece.struck)}~`;
}

const person = (user: User) => ({
  ...{ id: personId(user.id), team_id: team, name: `user-${user.id}`, real_name: user.fullName },
  ...{ deleted: !user.isActive, is_bot: user.isBot, tz: user.timezone },
  ...{ is_primary_owner: false, is_owner: user.role === 100, is_admin: user.role <= 200 },
  is_restricted: user.role === 600,
  profile: { real_name: user.fullName, display_name: user.fullName, email: user.deliveryEmail },
});

function reactions({ reactions: all }: ExportedMessage): object[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  return [...byName].map(([name, some]) => ({
    name,
    users: some.map(({ userId }) => personId(userId)),
    count: some.length,
  }));
}
