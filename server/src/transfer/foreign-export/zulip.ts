/** An export of Zulip: tables as JSON, messages in files of a thousand, uploads beside them. */
import type { Channel, User } from '../../core/organization/index.ts';
import { listAccounts } from '../../core/users/index.ts';
import { speakingBots, type ExportContext } from './authors.ts';
import { JsonList } from './folder.ts';
import { allMessages, loadDirects, type ExportedDirect } from './reader.ts';
import { ReceivedMessages } from './received.ts';
import { channelsWithin } from './scope.ts';
import { ZulipGroups } from './zulip-groups.ts';
import { organizationTables, realmRow } from './zulip-organization.ts';
import { peopleTables } from './zulip-people.ts';
import {
  attachmentRow,
  channelRow,
  holderRows,
  messageRow,
  migrationStatus,
  personRow,
  reactionRow,
  serverBotRow,
  signInRows,
  uploadRow,
  type Attached,
  type Message,
} from './zulip-rows.ts';
import { newestZulip, type ZulipVersion } from './zulip-versions.ts';
import { pathOfPicture, pictureKey } from '../../features/pictures/index.ts';

const recipientTypes = { person: 1, channel: 2, group: 3 } as const;
const messagesInFile = 1000;

export async function writeZulip(context: ExportContext): Promise<void> {
  await new ZulipWriter(context, await speakingBots(context)).write();
}

class ZulipWriter {
  readonly #context: ExportContext;
  readonly #version: ZulipVersion;
  readonly #serverBots: readonly User[];
  readonly #people: ReadonlySet<number>;
  /** Names that several have. */
  readonly #ambiguous: ReadonlySet<string>;
  /** By kind and ID: recipients of all kinds share one sequence of IDs. */
  readonly #recipients = new Map<string, number>();
  readonly #directs = new Map<number, ExportedDirect>();
  readonly #attached = new Map<number, Attached>();
  #emoji: ReadonlyMap<string, string> = new Map();

  constructor(context: ExportContext, serverBots: readonly User[]) {
    this.#context = context;
    this.#version = context.zulipVersion ?? newestZulip;
    this.#serverBots = serverBots;
    const people = [...listAccounts(context.cache), ...serverBots];
    this.#people = new Set(people.map(({ id }) => id));
    const named = Map.groupBy(people, ({ fullName }) => fullName);
    this.#ambiguous = new Set([...named].filter(([, some]) => some.length > 1).map(([name]) => name));
  }

  async write(): Promise<void> {
    const { app, cache, scope, folder } = this.#context;
    if (scope.directMessages)
      for await (const direct of loadDirects(app.db.read, cache.orgId)) this.#directs.set(direct.id, direct);
    this.#context.counts.conversations = this.#directs.size;
    const emoji = await writeEmoji(this.#context);
    this.#emoji = new Map(emoji.map(({ id, name }) => [String(id), name]));
    const reactions = new JsonList(await folder.open('reactions.part'));
    const received = await ReceivedMessages.read(app.db.read, channelsWithin(cache, scope));
    await this.#messages(reactions, received);
    await reactions.end();
    await this.#realm(emoji, received.people);
    await this.#attachments();
    await folder.json('migration_status.json', migrationStatus(this.#version));
    await writeAvatars(this.#context);
  }

  #recipient(kind: keyof typeof recipientTypes, id: number): number {
    const key = `${recipientTypes[kind]}:${id}`;
    const found = this.#recipients.get(key) ?? this.#recipients.size + 1;
    this.#recipients.set(key, found);
    return found;
  }

  /** A one-to-one message goes to the other person; one to oneself or a group to the conversation. */
  #findRecipient({ channelId, senderId }: Message, direct: ExportedDirect | undefined): number | undefined {
    if (channelId !== null) return this.#recipient('channel', channelId);
    if (!direct) return undefined;
    if (direct.members.length > 2) return this.#recipient('group', direct.id);
    return this.#recipient('person', direct.members.find((id) => id !== senderId) ?? senderId);
  }

  async #messages(reactions: JsonList, received: ReceivedMessages): Promise<void> {
    const { app, cache, scope, counts, folder } = this.#context;
    const channels = new Map(channelsWithin(cache, scope).map((channel) => [channel.id, channel]));
    let [rows, holders, files, held, reacted]: [unknown[], unknown[], number, number, number] = [
      [],
      [],
      0,
      0,
      0,
    ];
    const flush = async () => {
      const name = `messages-${String(++files).padStart(6, '0')}.json`;
      await folder.json(name, { zerver_message: rows, zerver_usermessage: holders });
      [rows, holders] = [[], []];
    };
    for await (const message of allMessages(app.db.read, cache.orgId)) {
      const channel = channels.get(message.channelId ?? 0);
      if ((message.channelId !== null && !channel) || !this.#people.has(message.senderId)) continue;
      const direct = this.#directs.get(message.directId ?? 0);
      const recipient = this.#findRecipient(message, direct);
      if (recipient === undefined) continue;
      rows.push(
        messageRow(message, { realm: cache.orgId, recipient, version: this.#version }, this.#ambiguous),
      );
      const channelId = message.channelId ?? 0;
      const holding = {
        direct: direct?.members,
        received: received.receivers(channelId, message.id),
        isProtected: received.isProtected(channelId),
      };
      for (const row of holderRows(message, holding, this.#people)) holders.push({ id: ++held, ...row });
      counts.messages++;
      if (message.pin) counts.pins_left_out++;
      for (const one of message.reactions)
        if (this.#isKnown(one)) await reactions.add(reactionRow(++reacted, message.id, one));
      this.#attach(message, channel);
      if (rows.length >= messagesInFile) await flush();
    }
    if (rows.length > 0 || files === 0) await flush();
  }

  /** Whether the person is exported and the emoji's picture is there: without either, an import ends. */
  #isKnown({ userId, kind, code, name }: Message['reactions'][number]): boolean {
    return this.#people.has(userId) && (kind !== 'realm_emoji' || this.#emoji.get(code) === name);
  }

  #attach({ id, files }: Message, channel: Channel | undefined): void {
    const isPublic = channel?.isPrivate === false;
    for (const file of files) {
      const known = this.#attached.get(file.id);
      if (!known) this.#attached.set(file.id, { file, messages: [id], isPublic });
      else {
        known.messages.push(id);
        known.isPublic ||= isPublic;
      }
    }
  }

  async #realm(emoji: readonly object[], haveOwnRows: ReadonlySet<number>): Promise<void> {
    const { app, cache, folder, counts, scope } = this.#context;
    const channels = channelsWithin(cache, scope);
    counts.channels = channels.length;
    const groups = [...this.#directs.values()].filter(({ members }) => members.length > 2);
    const people = listAccounts(cache);
    for (const { id } of people) this.#recipient('person', id);
    const { orgId } = cache;
    const written = {
      version: this.#version,
      groups: new ZulipGroups(cache, this.#version, people),
      channels,
      people: this.#people,
    };
    const tables: Record<string, unknown> = {
      import_source: 'heddle',
      sort_by_date: true,
      zerver_realm: [realmRow(cache, written)],
      zerver_client: [{ id: 1, name: 'website' }],
      zerver_userprofile: people.map((user) => personRow(user, orgId, haveOwnRows.has(user.id))),
      zerver_userprofile_crossrealm: this.#serverBots.map((bot) =>
        serverBotRow(bot, this.#recipient('person', bot.id)),
      ),
      zerver_stream: channels.map((channel) =>
        channelRow(channel, { realm: orgId, version: this.#version, groups: written.groups }),
      ),
      zerver_huddle: groups.map(({ id, members }) => ({
        id,
        huddle_hash: String(id),
        group_size: members.length,
      })),
      zerver_subscription: this.#subscriptions(channels, groups),
      zerver_recipient: this.#recipientRows(),
      zerver_realmemoji: [...emoji],
      zerver_realmauthenticationmethod: signInRows(orgId),
      ...(await peopleTables(app.db.read, cache, {
        emoji: new Set(this.#emoji.keys()),
        version: this.#version,
      })),
      ...(await organizationTables(app.db.read, cache, written)),
      ...written.groups.tables(),
      ...Object.fromEntries(emptyTables.map((table) => [table, []])),
    };
    const output = await folder.open('realm.json');
    await output.write('{');
    for (const [table, rows] of Object.entries(tables))
      await output.write(`${JSON.stringify(table)}:${JSON.stringify(rows)},\n`);
    await output.write('"zerver_reaction":');
    await folder.append('reactions.part', output);
    await output.end('}\n');
  }

  /** Without the server's own bots: those there have theirs. */
  #recipientRows(): object[] {
    const bots = new Set(this.#serverBots.map(({ id }) => `${recipientTypes.person}:${id}`));
    return [...this.#recipients]
      .filter(([key]) => !bots.has(key))
      .map(([key, id]) => {
        const [type, typeId] = key.split(':').map(Number);
        return { id, type, type_id: typeId };
      });
  }

  #subscriptions(channels: readonly Channel[], groups: readonly ExportedDirect[]): unknown[] {
    const { cache } = this.#context;
    let id = 0;
    const row = (user: number, recipient: number) => ({
      id: ++id,
      user_profile: user,
      recipient,
      active: true,
      is_muted: false,
      color: '#76ce90',
    });
    return [
      ...channels.flatMap((channel) =>
        cache.members
          .getIds(channel.id)
          .filter((user) => this.#people.has(user))
          .map((user) => row(user, this.#recipient('channel', channel.id))),
      ),
      ...groups.flatMap((group) =>
        group.members
          .filter((user) => this.#people.has(user))
          .map((user) => row(user, this.#recipient('group', group.id))),
      ),
      ...listAccounts(cache).map((user) => row(user.id, this.#recipient('person', user.id))),
    ];
  }

  async #attachments(): Promise<void> {
    const { folder, cache } = this.#context;
    const rows = new JsonList(await folder.open('uploads/records.json'));
    const attachments: unknown[] = [];
    const [fallback] = listAccounts(cache);
    for (const one of this.#attached.values()) {
      const { path, ownerId } = one.file;
      if (!(await folder.copy(one.file, `uploads/${path}`))) continue;
      const owner = this.#people.has(ownerId) ? ownerId : (fallback?.id ?? ownerId);
      await rows.add(uploadRow(one.file, cache.orgId, owner));
      attachments.push(attachmentRow(one, cache.orgId, owner));
    }
    await rows.end();
    await folder.json('attachment.json', { zerver_attachment: attachments, zerver_scheduledmessage: [] });
  }
}

/** Tables that an import requires. */
const emptyTables = [
  ...(['userprofile_mirrordummy', 'userpresence', 'useractivity', 'useractivityinterval'] as const),
].map((name) => `zerver_${name}`);

// Exports avatars and custom emoji in the format of Zulip.

/** Only uploaded pictures: every server generates the others itself. */
async function writeAvatars({ app, cache, folder }: ExportContext): Promise<void> {
  const records = new JsonList(await folder.open('avatars/records.json'));
  const { orgId } = cache;
  for (const user of listAccounts(cache)) {
    if (user.avatarSource !== 'U') continue;
    const source = await pathOfPicture(app.db.read, orgId, 'avatar', user.id);
    if (source === undefined) continue;
    const path = `${orgId}/${user.id}.original`;
    if (!(await folder.copyKey(pictureKey(source, 'medium.png'), `avatars/${path}`))) continue;
    await records.add({
      path,
      s3_path: path,
      realm_id: orgId,
      user_profile_id: user.id,
      avatar_version: 1,
      content_type: 'image/png',
      last_modified: user.dateJoined / 1000,
      // The smaller picture is drawn there.
      importer_should_thumbnail: true,
    });
  }
  await records.end();
}

export interface WrittenEmoji {
  id: number;
  name: string;
  [column: string]: unknown;
}

/** Writes the images and returns the rows of their table. Emoji without an image are skipped. */
async function writeEmoji({ cache, folder }: ExportContext): Promise<WrittenEmoji[]> {
  const { orgId } = cache;
  const rows: WrittenEmoji[] = [];
  const records: object[] = [];
  for (const { id, name, authorId: author, isAnimated, isDeactivated, path: source } of cache.organization
    .emoji) {
    const fileName = `${id}.webp`;
    const path = `${orgId}/emoji/images/${fileName}`;
    if (!(await folder.copyKey(pictureKey(source, 'image.webp'), `emoji/${path}`))) continue;
    const common = { name, author, file_name: fileName, deactivated: isDeactivated };
    rows.push({ id, realm: orgId, ...common, is_animated: isAnimated });
    records.push({
      ...common,
      path,
      s3_path: path,
      realm_id: orgId,
      content_type: 'image/webp',
      last_modified: cache.organization.createdAt / 1000,
    });
  }
  await folder.json('emoji/records.json', records);
  return rows;
}
