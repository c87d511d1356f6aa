/** An export of Zulip: tables as JSON, messages in files of a thousand, uploads beside them. */
import type { Channel, User } from '../../core/organization/index.ts';
import type { ExportContext } from './context.ts';
import { JsonList } from './folder.ts';
import {
  allMessages,
  directsOf,
  type ExportedDirect,
  type ExportedFile,
  type ExportedMessage,
} from './reader.ts';
import { channelsWithin, peopleOf } from './scope.ts';
import { peopleTables } from './zulip-people.ts';
import { writeAvatars, writeEmoji } from './zulip-pictures.ts';

const seconds = (ms: number): number => ms / 1000;
const recipientTypes = { person: 1, channel: 2, group: 3 } as const;
const messagesInFile = 1000;

type Message = ExportedMessage & { channelId: number | null; directId: number | null };

export async function writeZulip(context: ExportContext): Promise<void> {
  await new ZulipWriter(context).write();
}

class ZulipWriter {
  readonly #context: ExportContext;
  /** By kind and ID: recipients of all kinds share one sequence of IDs. */
  readonly #recipients = new Map<string, number>();
  readonly #directs = new Map<number, ExportedDirect>();

  constructor(context: ExportContext) {
    this.#context = context;
  }

  async write(): Promise<void> {
    const { app, cache, scope, folder } = this.#context;
    if (scope.directMessages)
      for await (const direct of directsOf(app.db.read, cache.orgId)) this.#directs.set(direct.id, direct);
    this.#context.counts.conversations = this.#directs.size;
    const reactions = new JsonList(await folder.open('reactions.part'));
    const attachments = new Map<number, { file: ExportedFile; messages: number[] }>();
    await this.#messages(reactions, attachments);
    await reactions.end();
    await this.#realm(await writeEmoji(this.#context));
    await this.#attachments(attachments);
    await folder.json('migration_status.json', { zerver: [] });
    await writeAvatars(this.#context);
  }

  #recipient(kind: keyof typeof recipientTypes, id: number): number {
    const key = `${recipientTypes[kind]}:${id}`;
    const found = this.#recipients.get(key) ?? this.#recipients.size + 1;
    this.#recipients.set(key, found);
    return found;
  }

  /** A one-to-one message goes to the other person; one to oneself or a group to the conversation. */
  #recipientOf({ channelId, directId, senderId }: Message): number | undefined {
    if (channelId !== null) return this.#recipient('channel', channelId);
    const direct = this.#directs.get(directId ?? 0);
    if (!direct) return undefined;
    if (direct.members.length > 2) return this.#recipient('group', direct.id);
    return this.#recipient('person', direct.members.find((id) => id !== senderId) ?? senderId);
  }

  async #messages(
    reactions: JsonList,
    attachments: Map<number, { file: ExportedFile; messages: number[] }>,
  ): Promise<void> {
    const { app, cache, scope, counts, folder } = this.#context;
    const channels = new Set(channelsWithin(cache, scope).map(({ id }) => id));
    let rows: unknown[] = [];
    let files = 0;
    const flush = async () => {
      const name = `messages-${String(++files).padStart(6, '0')}.json`;
      await folder.json(name, { zerver_message: rows, zerver_usermessage: [] });
      rows = [];
    };
    for await (const message of allMessages(app.db.read, cache.orgId)) {
      if (message.channelId !== null && !channels.has(message.channelId)) continue;
      const recipient = this.#recipientOf(message);
      if (recipient === undefined) continue;
      rows.push(messageRow(message, recipient));
      counts.messages++;
      for (const one of message.reactions) await reactions.add(reactionRow(message.id, one));
      for (const file of message.files) {
        const known = attachments.get(file.id);
        if (known) known.messages.push(message.id);
        else attachments.set(file.id, { file, messages: [message.id] });
      }
      if (rows.length >= messagesInFile) await flush();
    }
    if (rows.length > 0 || files === 0) await flush();
  }

  async #realm(emoji: readonly object[]): Promise<void> {
    const { app, cache, folder, counts, scope } = this.#context;
    const channels = channelsWithin(cache, scope);
    counts.channels = channels.length;
    const groups = [...this.#directs.values()].filter(({ members }) => members.length > 2);
    const people = peopleOf(cache);
    for (const { id } of people) this.#recipient('person', id);
    const { id, uuid, name, subdomain, createdAt } = cache.organization;
    const tables: Record<string, unknown[]> = {
      zerver_realm: [{ id, uuid, name, string_id: subdomain, date_created: seconds(createdAt) }],
      zerver_client: [{ id: 1, name: 'website' }],
      zerver_userprofile: people.map((user) => personRow(user, id)),
      zerver_stream: channels.map((channel) => channelRow(channel, id)),
      zerver_huddle: groups.map(({ id: group }) => ({ id: group, huddle_hash: String(group) })),
      zerver_subscription: this.#subscriptions(channels, groups),
      zerver_recipient: [...this.#recipients].map(([key, recipient]) => {
        const [type, typeId] = key.split(':').map(Number);
        return { id: recipient, type, type_id: typeId };
      }),
      zerver_realmemoji: [...emoji],
      ...(await peopleTables(app.db.read, cache)),
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
        cache.members.getIds(channel.id).map((user) => row(user, this.#recipient('channel', channel.id))),
      ),
      ...groups.flatMap((group) =>
        group.members.map((user) => row(user, this.#recipient('group', group.id))),
      ),
    ];
  }

  async #attachments(all: Map<number, { file: ExportedFile; messages: number[] }>): Promise<void> {
    const { folder, cache } = this.#context;
    const rows = new JsonList(await folder.open('uploads/records.json'));
    const attachments: unknown[] = [];
    for (const { file, messages } of all.values()) {
      if (!(await folder.copy(file, `uploads/${file.path}`))) continue;
      const { path, name, size, contentType, ownerId, createdAt } = file;
      const common = { realm_id: cache.orgId, content_type: contentType };
      await rows.add({
        ...common,
        ...{ path, s3_path: path, user_profile_id: ownerId, size, last_modified: seconds(createdAt) },
      });
      attachments.push({
        ...{ id: file.id, owner: ownerId, realm: cache.orgId, path_id: path, file_name: name, size },
        ...{ create_time: seconds(createdAt), is_realm_public: true, messages, scheduled_messages: [] },
        content_type: contentType,
      });
    }
    await rows.end();
    await folder.json('attachment.json', { zerver_attachment: attachments, zerver_scheduledmessage: [] });
  }
}

/** Tables that an import requires. */
const emptyTables = [
  ...(['userprofile_mirrordummy', 'userprofile_crossrealm', 'defaultstream'] as const),
  ...(['realmdomain', 'realmfilter', 'realmplayground', 'realmauthenticationmethod'] as const),
  ...(['userpresence', 'useractivity', 'useractivityinterval'] as const),
].map((name) => `zerver_${name}`);

const personRow = (user: User, realm: number) => ({
  ...{ id: user.id, realm, full_name: user.fullName, email: user.email, delivery_email: user.deliveryEmail },
  ...{ role: user.role, is_active: user.isActive, is_bot: user.isBot, bot_type: user.isBot ? 1 : null },
  ...{ bot_owner: user.botOwnerId, timezone: user.timezone },
  ...{ avatar_source: user.avatarSource === 'U' ? 'U' : 'G', avatar_version: 1 },
  ...{ groups: [], user_permissions: [], is_mirror_dummy: false, date_joined: user.dateJoined / 1000 },
});

const channelRow = (channel: Channel, realm: number) => ({
  ...{ id: channel.id, realm, name: channel.name, description: channel.description },
  ...{ invite_only: channel.isPrivate, deactivated: channel.isArchived, is_web_public: channel.isWebPublic },
  ...{ date_created: channel.createdAt / 1000, creator: channel.creatorId },
  history_public_to_subscribers: channel.isHistoryPublic,
});

const messageRow = (message: Message, recipient: number) => ({
  ...{
    id: message.id,
    sender: message.senderId,
    recipient,
    subject: message.topic,
    content: message.content,
  },
  ...{ rendered_content: null, rendered_content_version: null, date_sent: seconds(message.sentAt) },
  ...{ last_edit_time: message.editedAt === null ? null : seconds(message.editedAt), edit_history: null },
  ...{ has_attachment: message.files.length > 0, has_image: false, has_link: false, sending_client: 1 },
  is_channel_message: message.channelId !== null,
});

const reactionRow = (message: number, one: ExportedMessage['reactions'][number]) => ({
  ...{ message, user_profile: one.userId, emoji_name: one.name, emoji_code: one.code },
  reaction_type: one.kind,
});
