/** A bulk import of Mattermost: JSON lines. Topics become threads whose first post begins with the name of the topic. */
import type { User } from '../../core/organization/index.ts';
import { listAccounts } from '../../core/users/index.ts';
import { pictureKey } from '../../features/pictures/index.ts';
import { codePoints, truncate } from '../../lib/text.ts';
import { speakingBots, type ExportContext } from './authors.ts';
import { fileLabel, parseContent, type ContentPart } from './content.ts';
import type { Output } from './folder.ts';
import { exportedAddress, safeFileName, slug, makeUsernames } from './names.ts';
import { loadDirects, messagesIn, loadTopics, type ExportedMessage } from './reader.ts';
import { channelsWithin } from './scope.ts';
import { DistinctTimes } from './times.ts';

/** Mattermost refuses longer threads, lines (16 MiB) and texts: they continue in another post. */
const mostReplies = 1000;
const mostBytes = 8 * 1024 * 1024;
const longestText = 16_000;
const mostMembers = 8;
/** Limit for names of teams, emoji and bots, and for first and last names; the import aborts at a line with a longer one. */
const longestName = 64;
const longestPurpose = 250;
const longestHeader = 1024;
const teamName = 'heddle';

export async function writeMattermost(context: ExportContext): Promise<void> {
  await new MattermostWriter(context, await speakingBots(context)).write();
}

class MattermostWriter {
  readonly #context: ExportContext;
  /** An import there ends at a message or reaction of someone whom the file does not have. */
  readonly #people: readonly User[];
  readonly #usernames: ReadonlyMap<number, string>;
  readonly #userIds: ReadonlyMap<string, number>;
  readonly #channelNames = new Map<number, string>();
  #output: Output | undefined;

  constructor(context: ExportContext, serverBots: readonly User[]) {
    this.#context = context;
    this.#people = [...listAccounts(context.cache), ...serverBots];
    this.#usernames = makeUsernames(this.#people);
    this.#userIds = new Map([...context.cache.users.values()].map(({ fullName, id }) => [fullName, id]));
    // Every team has channels of these names.
    const names = new Set<string>(['town-square', 'off-topic']);
    for (const channel of channelsWithin(context.cache, context.scope))
      this.#channelNames.set(channel.id, slug(channel.name, channel.id, names));
  }

  /** In the order that an import there needs, each kind of line once: it waits for all of a kind before the next. */
  async write(): Promise<void> {
    const { app, cache, scope, folder, counts } = this.#context;
    this.#output = await folder.open('import.jsonl');
    await this.#line({ type: 'version', version: 1 });
    await this.#emoji();
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
    for (const isBot of [false, true])
      for (const user of this.#people) if (user.isBot === isBot) await this.#line(this.#person(user));
    for (const { id } of channelsWithin(cache, scope))
      for (const topic of await loadTopics(app.db.read, id)) await this.#topic(id, topic);
    if (scope.directMessages) await this.#directs();
    await this.#output.end();
  }

  async #emoji(): Promise<void> {
    const { cache, folder } = this.#context;
    for (const { name, isDeactivated, path } of cache.organization.emoji) {
      const image = `emoji/${name}.webp`;
      if (isDeactivated || !isNameOfEmoji(name)) continue;
      if (await folder.copyKey(pictureKey(path, 'image.webp'), `data/${image}`))
        await this.#line({ type: 'emoji', emoji: { name, image } });
    }
  }

  async #line(value: unknown): Promise<void> {
    await this.#output?.write(`${JSON.stringify(value)}\n`);
  }

  #channel(id: number): object {
    const channel = this.#context.cache.channels.get(id);
    const description = channel?.description ?? '';
    return {
      team: teamName,
      name: this.#channelNames.get(id),
      display_name: truncate(channel?.name ?? '', longestName),
      type: channel?.isPrivate === true ? 'P' : 'O',
      ...(codePoints(description) <= longestPurpose
        ? { purpose: description }
        : { header: truncate(description, longestHeader) }),
      ...(channel?.isArchived === true ? { deleted_at: channel.createdAt } : {}),
    };
  }

  #person(user: User): object {
    const { cache, scope } = this.#context;
    const username = this.#usernames.get(user.id);
    const deleted = user.isActive ? {} : { delete_at: user.dateJoined };
    if (user.isBot) {
      const owner = this.#usernames.get(user.botOwnerId ?? this.#owner()) ?? username;
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
    const named = { username, email: exportedAddress(user), ...splitName(user.fullName) };
    return { type: 'user', user: { ...named, roles, ...deleted, teams } };
  }

  #owner(): number {
    return this.#people.find(({ role, isActive, isBot }) => role === 100 && isActive && !isBot)?.id ?? 0;
  }

  /** Messages without a topic become posts; the others one thread, in pieces if it is very long. */
  async #topic(channelId: number, { key, name }: { key: string; name: string }): Promise<void> {
    const { app, cache, counts } = this.#context;
    const place = { team: teamName, channel: this.#channelNames.get(channelId) };
    const times = new DistinctTimes(1);
    let replies = -1;
    let bytes = 0;
    for await (const message of messagesIn(app.db.read, cache.orgId, { channelId }, key)) {
      for (const { pinned, ...part } of await this.#posts(message, times)) {
        const written = JSON.stringify(part);
        bytes += Buffer.byteLength(written);
        if (replies >= 0 && replies < mostReplies && bytes < mostBytes) {
          await this.#output?.write(`${replies++ === 0 ? '' : ','}${written}`);
          // Replies there have no field for it.
          if (pinned) counts.pins_left_out++;
          continue;
        }
        if (replies >= 0) await this.#output?.write(']}}\n');
        const post = { ...place, ...part, ...this.#pin(pinned) };
        if (name === '') await this.#line({ type: 'post', post });
        else {
          const titled = { ...post, message: `**${name}**\n${part.message}` };
          await this.#output?.write(
            `{"type":"post","post":${JSON.stringify(titled).slice(0, -1)},"replies":[`,
          );
          [replies, bytes] = [0, Buffer.byteLength(written)];
        }
      }
    }
    if (replies >= 0) await this.#output?.write(']}}\n');
  }

  async #directs(): Promise<void> {
    for (const only of ['conversations', 'messages'] as const) {
      const { app, cache } = this.#context;
      for await (const { id, members } of loadDirects(app.db.read, cache.orgId)) {
        const names = members.map((one) => this.#usernames.get(one)).filter((one) => one !== undefined);
        if (names.length === 0 || names.length > mostMembers) continue;
        // A conversation with oneself lists the name twice.
        const listed = names.length === 1 ? [...names, ...names] : names;
        if (only === 'conversations') await this.#direct(listed);
        else await this.#directPosts(id, listed);
      }
    }
  }

  async #direct(members: readonly string[]): Promise<void> {
    this.#context.counts.conversations++;
    await this.#line({ type: 'direct_channel', direct_channel: { members } });
  }

  async #directPosts(directId: number, members: readonly string[]): Promise<void> {
    const { app, cache } = this.#context;
    const times = new DistinctTimes(1);
    for await (const message of messagesIn(app.db.read, cache.orgId, { directId }))
      for (const { pinned, ...part } of await this.#posts(message, times)) {
        const post = { channel_members: members, ...part, ...this.#pin(pinned) };
        await this.#line({ type: 'direct_post', direct_post: post });
      }
  }

  #pin(pinned: boolean): { is_pinned?: true } {
    if (!pinned) return {};
    this.#context.counts.pins++;
    return { is_pinned: true };
  }

  async #posts(
    message: ExportedMessage,
    times: DistinctTimes,
  ): Promise<{ message: string; pinned: boolean }[]> {
    const user = this.#usernames.get(message.senderId);
    if (user === undefined) return [];
    this.#context.counts.messages++;
    const attachments: { path: string }[] = [];
    const paths = new Set<string>();
    for (const file of message.files) {
      const path = `${file.id}/${safeFileName(file.name)}`;
      if (!(await this.#context.folder.copy(file, `data/${path}`))) continue;
      attachments.push({ path });
      paths.add(file.path);
    }
    const text = this.#text(message, paths);
    const parts = text.length <= longestText ? [text] : (text.match(/[\s\S]{1,16000}/gu) ?? []);
    return parts.map((part, i) => {
      const time = times.next(message.sentAt);
      return {
        user,
        message: part,
        create_at: time,
        pinned: i === 0 && message.pin !== undefined,
        ...(message.editedAt === null ? {} : { edit_at: message.editedAt }),
        ...(i === 0 && message.reactions.length > 0 ? { reactions: this.#reactions(message, time) } : {}),
        ...(i === 0 && attachments.length > 0 ? { attachments } : {}),
      };
    });
  }

  /** @param time Of the post: an import there ends at a reaction that is older. */
  #reactions({ reactions }: ExportedMessage, time: number): object[] {
    return reactions.flatMap(({ userId, name }) => {
      const user = this.#usernames.get(userId);
      const isRefused = user === undefined || codePoints(name) > longestName;
      return isRefused ? [] : [{ user, emoji_name: name, create_at: time }];
    });
  }

  /** @param paths Of the files that come along. */
  #text({ content }: ExportedMessage, paths: ReadonlySet<string>): string {
    const { cache } = this.#context;
    const pieces = parseContent(content, (name) => this.#userIds.get(name));
    return pieces
      .map((piece, i) => {
        if ('user' in piece) return `@${this.#usernames.get(piece.user) ?? piece.name}`;
        if ('everyone' in piece) return '@channel';
        if ('channel' in piece) {
          const channel = cache.channels.find('name', piece.channel.toLowerCase());
          return `~${this.#channelNames.get(channel?.id ?? 0) ?? piece.channel}`;
        }
        if ('upload' in piece) return fileLabel(pieces, i, paths.has(piece.upload));
        return written(piece);
      })
      .join('')
      .trim();
  }
}

const isNameOfEmoji = (name: string): boolean => name.length <= longestName && /^[a-zA-Z0-9+_-]+$/.test(name);

/** Splits a name that is too long for one field into two, if need be within a word. */
function splitName(fullName: string): { first_name: string; last_name: string } {
  if (codePoints(fullName) <= longestName) return { first_name: fullName, last_name: '' };
  const start = truncate(fullName, longestName + 1);
  const space = start.lastIndexOf(' ');
  const first = space > 0 ? start.slice(0, space) : truncate(fullName, longestName);
  return { first_name: first, last_name: truncate(fullName.slice(first.length).trim(), longestName) };
}

/** Syntax that both dialects have in common. */
function written(piece: Exclude<ContentPart, { user: number } | { upload: string }>): string {
  if ('text' in piece) return piece.text;
  if ('code' in piece) return piece.isBlock ? `\`\`\`\n${piece.code}\n\`\`\`` : `\`${piece.code}\``;
  if ('link' in piece) return `[${piece.label}](${piece.link})`;
  if ('bold' in piece) return `**${piece.bold}**`;
  if ('italic' in piece) return `*${piece.italic}*`;
  return 'struck' in piece ? `~~${piece.struck}~~` : '';
}
