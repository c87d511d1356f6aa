/** A bulk import of Mattermost: JSON lines. Topics become threads whose first post begins with the name of the topic. */
import type { User } from '../../core/organization/index.ts';
import { codePoints, truncate } from '../../lib/text.ts';
import { piecesOf } from './content.ts';
import type { ExportContext } from './context.ts';
import { slug, type Output } from './folder.ts';
import { directsOf, messagesIn, topicsOf, type ExportedMessage } from './reader.ts';
import { channelsWithin, peopleOf } from './scope.ts';

/** Mattermost refuses longer threads and texts: they continue in another post. */
const mostReplies = 1000;
const longestText = 16_000;
const mostMembers = 8;
/** Limit for names of teams, emoji and bots, and for first and last names; the import aborts at a line with a longer one. */
const longestName = 64;
const longestPurpose = 250;
const teamName = 'heddle';

export const writeMattermost = (context: ExportContext): Promise<void> =>
  new MattermostWriter(context).write();

class MattermostWriter {
  readonly #context: ExportContext;
  readonly #usernames = new Map<number, string>();
  readonly #userIds: ReadonlyMap<string, number>;
  readonly #channelNames = new Map<number, string>();
  #output: Output | undefined;

  constructor(context: ExportContext) {
    this.#context = context;
    this.#userIds = new Map([...context.cache.users.values()].map(({ fullName, id }) => [fullName, id]));
    const taken = new Set<string>(['all', 'channel', 'here', 'system']);
    for (const { id, fullName } of peopleOf(context.cache)) {
      const name = slug(fullName, id, taken, 16).replace(/^[^a-z]/, (first) => `u${first}`);
      this.#usernames.set(id, name.length < 3 ? `user-${id}` : name);
    }
    const names = new Set<string>();
    for (const channel of channelsWithin(context.cache, context.scope))
      this.#channelNames.set(channel.id, slug(channel.name, channel.id, names));
  }

  async write(): Promise<void> {
    const { app, cache, scope, folder, counts } = this.#context;
    this.#output = await folder.open('import.jsonl');
    await this.#line({ type: 'version', version: 1 });
    const { name } = cache.organization;
    await this.#line({
      type: 'team',
      team: {
        name: teamName,
        display_name: truncate(name, longestName),
        type: 'I',
        allow_open_invite: false,
      },
    });
    for (const channel of channelsWithin(cache, scope)) {
      await this.#line({ type: 'channel', channel: this.#channel(channel.id) });
      counts.channels++;
    }
    for (const user of peopleOf(cache)) await this.#line(this.#person(user));
    for (const { id } of channelsWithin(cache, scope))
      for (const topic of await topicsOf(app.db.read, id)) await this.#topic(id, topic);
    if (scope.directMessages) await this.#directs();
    await this.#output.end();
  }

  async #line(value: unknown): Promise<void> {
    await this.#output?.write(`${JSON.stringify(value)}\n`);
  }

  #channel(id: number): object {
    const channel = this.#context.cache.channels.get(id);
    return {
      team: teamName,
      name: this.#channelNames.get(id),
      display_name: channel?.name,
      type: channel?.isPrivate === true ? 'P' : 'O',
      purpose: truncate(channel?.description ?? '', longestPurpose),
      ...(channel?.isArchived === true ? { deleted_at: channel.createdAt } : {}),
    };
  }

  #person(user: User): object {
    const { cache, scope } = this.#context;
    const username = this.#usernames.get(user.id);
    const deleted = user.isActive ? {} : { delete_at: user.dateJoined };
    if (user.isBot) {
      const owner = this.#usernames.get(user.botOwnerId ?? 0) ?? username;
      return {
        type: 'bot',
        bot: { username, owner, display_name: truncate(user.fullName, longestName), ...deleted },
      };
    }
    const isGuest = user.role === 600;
    const isAdmin = user.role <= 200;
    const roles = isGuest ? 'system_guest' : isAdmin ? 'system_admin system_user' : 'system_user';
    const channels = channelsWithin(cache, scope)
      .filter(({ id }) => cache.members.has(id, user.id))
      .map(({ id }) => ({
        name: this.#channelNames.get(id),
        roles: isGuest ? 'channel_guest' : 'channel_user',
      }));
    const teams = [{ name: teamName, roles: isGuest ? 'team_guest' : 'team_user', channels }];
    const named = { username, email: user.deliveryEmail, ...namesOf(user.fullName) };
    return { type: 'user', user: { ...named, roles, ...deleted, teams } };
  }

  /** Messages without a topic become posts; the others one thread, in pieces if it is very long. */
  async #topic(channelId: number, { key, name }: { key: string; name: string }): Promise<void> {
    const { app, cache } = this.#context;
    const place = { team: teamName, channel: this.#channelNames.get(channelId) };
    let replies = -1;
    for await (const message of messagesIn(app.db.read, cache.orgId, { channelId }, key)) {
      const parts = await this.#posts(message);
      for (const part of parts) {
        if (replies >= 0 && replies < mostReplies) {
          await this.#output?.write(`${replies++ === 0 ? '' : ','}${JSON.stringify(part)}`);
          continue;
        }
        if (replies >= 0) await this.#output?.write(']}}\n');
        const titled = name === '' ? part : { ...part, message: `**${name}**\n${part.message}` };
        if (name === '') await this.#line({ type: 'post', post: { ...place, ...titled } });
        else {
          const opened = JSON.stringify({ ...place, ...titled }).slice(0, -1);
          await this.#output?.write(`{"type":"post","post":${opened},"replies":[`);
          replies = 0;
        }
      }
    }
    if (replies >= 0) await this.#output?.write(']}}\n');
  }

  async #directs(): Promise<void> {
    const { app, cache, counts } = this.#context;
    for await (const { id, members } of directsOf(app.db.read, cache.orgId)) {
      const names = members.map((one) => this.#usernames.get(one)).filter((one) => one !== undefined);
      if (names.length === 0 || names.length > mostMembers) continue;
      // A conversation with oneself lists the name twice.
      const listed = names.length === 1 ? [...names, ...names] : names;
      counts.conversations++;
      await this.#line({ type: 'direct_channel', direct_channel: { members: listed } });
      for await (const message of messagesIn(app.db.read, cache.orgId, { directId: id }))
        for (const part of await this.#posts(message))
          await this.#line({ type: 'direct_post', direct_post: { channel_members: listed, ...part } });
    }
  }

  async #posts(message: ExportedMessage): Promise<{ message: string }[]> {
    this.#context.counts.messages++;
    const user = this.#usernames.get(message.senderId) ?? 'unknown';
    const attachments: { path: string }[] = [];
    for (const file of message.files)
      if (await this.#context.folder.copy(file, `data/${file.id}/${fileName(file.name)}`))
        attachments.push({ path: `${file.id}/${fileName(file.name)}` });
    const text = this.#text(message);
    const parts = text.length <= longestText ? [text] : (text.match(/[\s\S]{1,16000}/g) ?? []);
    return parts.map((part, i) => ({
      ...{ user, message: part, create_at: message.sentAt + i },
      ...(message.editedAt === null ? {} : { edit_at: message.editedAt }),
      ...(i === 0 && message.reactions.length > 0 ? { reactions: this.#reactions(message) } : {}),
      ...(i === 0 && attachments.length > 0 ? { attachments } : {}),
    }));
  }

  #reactions({ reactions, sentAt }: ExportedMessage): object[] {
    return reactions.flatMap(({ userId, name }) => {
      const user = this.#usernames.get(userId);
      const isRefused = user === undefined || codePoints(name) > longestName;
      return isRefused ? [] : [{ user, emoji_name: name, create_at: sentAt }];
    });
  }

  #text({ content }: ExportedMessage): string {
    const { cache } = this.#context;
    return piecesOf(content, (name) => this.#userIds.get(name))
      .map((piece) => {
        if ('user' in piece) return `@${this.#usernames.get(piece.user) ?? piece.name}`;
        if ('everyone' in piece) return '@channel';
        if ('channel' in piece) {
          const channel = cache.channels.find('name', piece.channel.toLowerCase());
          return `~${this.#channelNames.get(channel?.id ?? 0) ?? piece.channel}`;
        }
        if ('upload' in piece) return '';
        return written(piece);
      })
      .join('')
      .trim();
  }
}

/** Splits a name that is too long for one field into two, if need be within a word. */
function namesOf(fullName: string): { first_name: string; last_name: string } {
  if (codePoints(fullName) <= longestName) return { first_name: fullName, last_name: '' };
  const start = truncate(fullName, longestName + 1);
  const space = start.lastIndexOf(' ');
  const first = space > 0 ? start.slice(0, space) : truncate(fullName, longestName);
  return { first_name: first, last_name: truncate(fullName.slice(first.length).trim(), longestName) };
}

/** Syntax that both dialects have in common. */
function written(piece: Exclude<ReturnType<typeof piecesOf>[number], { user: number }>): string {
  if ('text' in piece) return piece.text;
  if ('code' in piece) return piece.isBlock ? `\`\`\`\n${piece.code}\n\`\`\`` : `\`${piece.code}\``;
  if ('link' in piece) return `[${piece.label}](${piece.link})`;
  if ('bold' in piece) return `**${piece.bold}**`;
  if ('italic' in piece) return `*${piece.italic}*`;
  return 'struck' in piece ? `~~${piece.struck}~~` : '';
}

const fileName = (name: string): string => name.replace(/[\p{C}/\\:*?"<>|]+/gu, '_').slice(-80) || 'file';
