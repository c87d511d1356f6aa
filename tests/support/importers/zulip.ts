/**
 * What an import of Zulip needs of an export. Facts: zulip/zulip, zerver/lib/import_realm.py (do_import_realm and what it
 * calls), DATE_FIELDS of zerver/lib/export.py, zerver/data_import/import_util.py, zerver/models, versions 10 to 12.
 */
import { Faults, parsed, type ExportedFolder, type Row } from './faults.ts';
import { getColumns, messageColumns, needed, statusColumns } from './zulip-columns.ts';

const roleNames = [
  'nobody',
  'owners',
  'administrators',
  'moderators',
  'fullmembers',
  'members',
  'everyone',
  'internet',
];
const systemBots = ['notification-bot@zulip.com', 'welcome-bot@zulip.com', 'emailgateway@zulip.com'];
/** As Django checks addresses. */
const address = /^[-!#$%&'*+/=?^_`{}|~\w]+(?:\.[-!#$%&'*+/=?^_`{}|~\w]+)*@(?:[a-z0-9-]+\.)+[a-z0-9-]{2,63}$/i;

type Ids = ReadonlySet<unknown>;
const collectIds = (rows: readonly Row[], column = 'id'): Ids => new Set(rows.map((row) => row[column]));

class ZulipImport {
  readonly #folder: ExportedFolder;
  readonly #version: number;
  readonly #faults = new Faults();
  #tables: Record<string, Row[]> = {};
  #people: Ids = new Set();
  #messages: Row[] = [];
  #holders: Row[] = [];

  constructor(folder: ExportedFolder, version: number) {
    this.#folder = folder;
    this.#version = version;
  }

  faults(): string[] {
    this.#readVersion();
    this.#readTables();
    this.#readPeople();
    this.#readPlaces();
    this.#readGroups();
    this.#readMessages();
    this.#readEmoji();
    this.#readFiles();
    this.#readKeys();
    return this.#faults.all;
  }

  #rows(table: string): Row[] {
    return this.#tables[table] ?? [];
  }

  #refer(table: string, rows: readonly Row[], column: string, to: Ids, mayBeNull = false): void {
    for (const row of rows)
      this.#faults.expect(
        to.has(row[column]) || (mayBeNull && row[column] === null),
        `${table} ${String(row.id)}: ${column} ${String(row[column])} refers to nothing`,
      );
  }

  #readVersion(): void {
    const status = parsed<Row>(this.#folder, 'migration_status.json', this.#faults) ?? {};
    this.#faults.expect(
      String(status.zulip_version).split('.')[0] === String(this.#version),
      `of version ${String(status.zulip_version)}`,
    );
    this.#faults.expect(
      JSON.stringify(status.migrations_by_app) === '{}',
      'It lists migrations, which must be those of the server.',
    );
  }

  #readTables(): void {
    this.#tables = parsed<Record<string, Row[]>>(this.#folder, 'realm.json', this.#faults) ?? {};
    this.#faults.expect('import_source' in this.#tables, 'import_source is missing');
    for (const [table, columns] of Object.entries(needed)) {
      this.#faults.expect(Array.isArray(this.#tables[table]), `${table} is missing`);
      this.#faults.columns(table, this.#rows(table), columns);
      if (columns.includes('id'))
        this.#faults.unique(
          table,
          this.#rows(table).map((row) => row.id),
        );
    }
    this.#faults.known('zerver_userstatus', this.#rows('zerver_userstatus'), statusColumns);
    this.#faults.expect(this.#rows('zerver_realmauthenticationmethod').length > 0, 'Nobody can sign in.');
  }

  #readPeople(): void {
    const people = this.#rows('zerver_userprofile');
    const bots = this.#rows('zerver_userprofile_crossrealm');
    this.#people = collectIds([...people, ...bots]);
    for (const bot of bots)
      this.#faults.expect(
        systemBots.includes(String(bot.email)),
        `${String(bot.email)} is no bot of the server`,
      );
    for (const column of ['email', 'delivery_email']) {
      for (const row of people)
        this.#faults.expect(address.test(String(row[column])), `${String(row[column])} is no address`);
      this.#faults.unique(
        column,
        people.map((row) => String(row[column]).toLowerCase()),
      );
    }
    for (const row of people) this.#faults.longest('full_name', row.full_name, 100);
    this.#faults.expect(
      people.some((row) => row.role === 100 && row.is_active === true && row.is_bot === false),
      'There is no owner.',
    );
    this.#refer('zerver_userprofile', people, 'bot_owner', collectIds(people), true);
    for (const table of ['zerver_userstatus', 'zerver_customprofilefieldvalue'])
      this.#refer(table, this.#rows(table), 'user_profile', this.#people);
    const fields = collectIds(this.#rows('zerver_customprofilefield'));
    this.#refer(
      'zerver_customprofilefieldvalue',
      this.#rows('zerver_customprofilefieldvalue'),
      'field',
      fields,
    );
  }

  #readPlaces(): void {
    const channels = this.#rows('zerver_stream');
    const groups = this.#rows('zerver_huddle');
    const recipients = this.#rows('zerver_recipient');
    for (const row of channels) {
      this.#faults.longest('name of a channel', row.name, 60);
      this.#faults.longest('description', row.description, 1024);
    }
    this.#refer('zerver_stream', channels, 'creator', this.#people, true);
    this.#faults.unique(
      'recipients',
      recipients.map(({ type, type_id }) => `${String(type)}:${String(type_id)}`),
    );
    // Those of the server's own bots are there already.
    const persons = collectIds(this.#rows('zerver_userprofile'));
    for (const [type, to] of [
      [1, persons],
      [2, collectIds(channels)],
      [3, collectIds(groups)],
    ] as const) {
      const some = recipients.filter((row) => row.type === type);
      this.#refer('zerver_recipient', some, 'type_id', to);
      for (const id of type === 3 ? to : persons)
        if (type !== 2)
          this.#faults.expect(
            some.some((row) => row.type_id === id),
            `${String(id)} has no recipient of type ${type}`,
          );
    }
    const subscriptions = this.#rows('zerver_subscription');
    this.#refer('zerver_subscription', subscriptions, 'user_profile', this.#people);
    this.#refer('zerver_subscription', subscriptions, 'recipient', collectIds(recipients));
  }

  /** With a table of groups, all permissions of the version must be there, each held by one. */
  #readGroups(): void {
    const groups = collectIds(this.#rows('zerver_usergroup'));
    const named = this.#rows('zerver_namedusergroup');
    for (const [table, { permissions, others }] of Object.entries(getColumns(this.#version))) {
      this.#faults.columns(table, this.#rows(table), [...permissions, ...others]);
      this.#faults.known(table, this.#rows(table), [...permissions, ...others]);
      for (const column of permissions) this.#refer(table, this.#rows(table), column, groups);
    }
    this.#refer('zerver_namedusergroup', named, 'usergroup_ptr', groups);
    this.#refer('zerver_namedusergroup', named, 'realm_for_sharding', collectIds(this.#rows('zerver_realm')));
    this.#faults.unique(
      'names of groups',
      named.map(({ name }) => name),
    );
    for (const name of roleNames)
      this.#faults.expect(
        named.some((row) => row.name === `role:${name}` && row.is_system_group === true),
        `There is no role:${name}.`,
      );
    const members = this.#rows('zerver_usergroupmembership');
    const inner = this.#rows('zerver_groupgroupmembership');
    this.#refer('zerver_usergroupmembership', members, 'user_group', groups);
    for (const column of ['supergroup', 'subgroup'])
      this.#refer('zerver_groupgroupmembership', inner, column, groups);
    this.#faults.unique(
      'members of groups',
      members.map((row) => `${String(row.user_group)} ${String(row.user_profile)}`),
    );
    // Everyone is in one group for the role.
    const roles = collectIds(
      named.filter((row) => row.is_system_group === true && row.name !== 'role:fullmembers'),
    );
    for (const { id } of this.#rows('zerver_userprofile'))
      this.#faults.expect(
        members.filter((row) => row.user_profile === id && roles.has(row.user_group)).length === 1,
        `${String(id)} is not in one group for a role.`,
      );
  }

  #readMessages(): void {
    for (let n = 1; ; n++) {
      const path = `messages-${String(n).padStart(6, '0')}.json`;
      if (!this.#folder.texts.has(path)) break;
      const file = parsed<Record<string, Row[]>>(this.#folder, path, this.#faults) ?? {};
      this.#messages.push(...(file.zerver_message ?? []));
      this.#holders.push(...(file.zerver_usermessage ?? []));
    }
    const recipients = collectIds([
      ...this.#rows('zerver_recipient'),
      ...this.#rows('zerver_userprofile_crossrealm').map((row) => ({ id: row.recipient_id })),
    ]);
    this.#faults.columns('zerver_message', this.#messages, messageColumns);
    this.#faults.known('zerver_message', this.#messages, [...messageColumns, 'is_channel_message']);
    this.#refer('zerver_message', this.#messages, 'sender', this.#people);
    this.#refer('zerver_message', this.#messages, 'recipient', recipients);
    this.#refer('zerver_message', this.#messages, 'sending_client', collectIds(this.#rows('zerver_client')));
    for (const row of this.#messages) {
      this.#faults.longest('topic', row.subject, 60);
      this.#faults.longest('message', row.content, 10_000);
    }
    const messages = collectIds(this.#messages);
    this.#faults.columns('zerver_usermessage', this.#holders, ['user_profile', 'message', 'flags_mask']);
    this.#refer('zerver_usermessage', this.#holders, 'message', messages);
    this.#refer('zerver_usermessage', this.#holders, 'user_profile', this.#people);
    const held = collectIds(this.#holders, 'message');
    for (const row of this.#messages)
      this.#faults.expect(
        row.is_channel_message !== false || held.has(row.id),
        `Nobody sees the direct message ${String(row.id)}.`,
      );
    for (const column of ['message', 'user_profile'] as const)
      this.#refer(
        'zerver_reaction',
        this.#rows('zerver_reaction'),
        column,
        column === 'message' ? messages : this.#people,
      );
  }

  /** Every column of every table that is named as a foreign key. */
  #readKeys(): void {
    const [realms, channels] = [
      collectIds(this.#rows('zerver_realm')),
      collectIds(this.#rows('zerver_stream')),
    ];
    const clients = collectIds(this.#rows('zerver_client'));
    const recipients = collectIds([
      ...this.#rows('zerver_recipient'),
      ...this.#rows('zerver_userprofile_crossrealm').map((row) => ({ id: row.recipient_id })),
    ]);
    const targets: Readonly<Record<string, readonly [to: Ids, mayBeNull: boolean]>> = {
      realm: [realms, false],
      stream: [channels, false],
      recipient: [recipients, true],
      user_profile: [this.#people, false],
      sender: [this.#people, false],
      author: [this.#people, true],
      owner: [this.#people, false],
      bot_owner: [this.#people, true],
      creator: [this.#people, true],
      muted_user: [this.#people, false],
      acting_user: [this.#people, true],
      client: [clients, false],
      sending_client: [clients, false],
      message: [collectIds(this.#messages), false],
      field: [collectIds(this.#rows('zerver_customprofilefield')), false],
      folder: [collectIds(this.#rows('zerver_channelfolder')), true],
      default_sending_stream: [channels, true],
      default_events_register_stream: [channels, true],
      moderation_request_channel: [channels, true],
      signup_announcements_stream: [channels, true],
      new_stream_announcements_stream: [channels, true],
      zulip_update_announcements_stream: [channels, true],
    };
    const tables = {
      ...this.#tables,
      zerver_message: this.#messages,
      zerver_usermessage: this.#holders,
    };
    for (const [table, rows] of Object.entries(tables)) {
      if (!Array.isArray(rows)) continue;
      for (const [column, [to, mayBeNull]] of Object.entries(targets))
        this.#refer(
          table,
          rows.filter((row) => column in row),
          column,
          to,
          mayBeNull,
        );
    }
  }

  #readEmoji(): void {
    const names = new Map(this.#rows('zerver_realmemoji').map(({ id, name }) => [String(id), name]));
    for (const table of ['zerver_reaction', 'zerver_userstatus'])
      for (const row of this.#rows(table))
        this.#faults.expect(
          row.reaction_type !== 'realm_emoji' || names.get(String(row.emoji_code)) === row.emoji_name,
          `${table}: ${String(row.emoji_name)} is no emoji of the export`,
        );
    const records = parsed<Row[]>(this.#folder, 'emoji/records.json', this.#faults) ?? [];
    this.#faults.columns('emoji', records, ['file_name', 'path', 's3_path', 'realm_id', 'author']);
    for (const { path } of records)
      this.#faults.expect(
        this.#folder.texts.has(`emoji/${String(path)}`),
        `emoji/${String(path)} is missing`,
      );
  }

  #readFiles(): void {
    const uploads = parsed<Row[]>(this.#folder, 'uploads/records.json', this.#faults) ?? [];
    const avatars = parsed<Row[]>(this.#folder, 'avatars/records.json', this.#faults) ?? [];
    const common = ['path', 's3_path', 'realm_id', 'user_profile_id'];
    this.#faults.columns('uploads', uploads, common);
    this.#faults.columns('avatars', avatars, [...common, 'avatar_version']);
    for (const [folder, rows] of Object.entries({ uploads, avatars }))
      for (const { path } of rows)
        this.#faults.expect(
          this.#folder.texts.has(`${folder}/${String(path)}`),
          `${folder}/${String(path)} is missing`,
        );
    const files = parsed<Record<string, Row[]>>(this.#folder, 'attachment.json', this.#faults) ?? {};
    const attachments = files.zerver_attachment ?? [];
    this.#faults.columns('zerver_attachment', attachments, [
      'id',
      'owner',
      'realm',
      'path_id',
      'create_time',
      'content_type',
      'messages',
      'scheduled_messages',
    ]);
    this.#refer('zerver_attachment', attachments, 'path_id', collectIds(uploads, 's3_path'));
    this.#refer('zerver_attachment', attachments, 'owner', this.#people);
    for (const { messages, path_id: path } of attachments)
      for (const id of messages as number[]) {
        const message = this.#messages.find((row) => row.id === id);
        this.#faults.expect(message?.has_attachment === true, `The file ${String(path)} is of no message.`);
        this.#faults.expect(
          String(message?.content).includes(String(path)),
          `The message of the file ${String(path)} does not link to it.`,
        );
      }
  }
}

export const zulipFaults = (folder: ExportedFolder, version: number): string[] =>
  new ZulipImport(folder, version).faults();
