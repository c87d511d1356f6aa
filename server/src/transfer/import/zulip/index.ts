/** Reads exports of Zulip of any version, as far as its tables are known. */
import type { TopicsPolicy } from '../../../../../wire/channels.ts';
import { pathInLink } from '../../../lib/files/names.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { AccessFates } from '../access-topics.ts';
import type { Input } from '../input/input.ts';
import {
  gap,
  problem,
  readItem,
  type ChannelRecord,
  type FileRecord,
  type PersonRecord,
  type ProblemRecord,
  type ScheduledEntry,
  type SourceRecord,
} from '../records.ts';
import type { ReadShare } from '../reading/share.ts';
import type { Source } from '../reading/source.ts';
import type { Scratch } from '../scratch.ts';
import { fromZulip, type ZulipNames } from './content.ts';
import { channelFields } from './fields.ts';
import { accessOfChannel, shownWhileArchived, ZulipGroups } from './holders.ts';
import type { Tally } from '../reading/tally.ts';
import { accessOfAccount, convertPerson, readAvatars, type Origin } from './accounts.ts';
import { Arrivals } from './arrivals.ts';
import { AttachmentNames } from './attachments.ts';
import { BotDetails, getSystemBot } from './bots.ts';
import { Choices } from './choices.ts';
import { editTimes } from './edits.ts';
import { Reactions, readEmoji } from './emoji.ts';
import { isOfHistory, Marks } from './marks.ts';
import { convertAudience, readGroups, readStatuses } from './people.ts';
import { readPersonSettings } from './person-settings.ts';
import { readFields, readPersonal } from './personal.ts';
import { IdlePeople } from './received.ts';
import { ExportNames } from './names.ts';
import { readSettings } from './settings.ts';
import { readFolders, readPictures } from './organization.ts';
import { countLeftOut, otherFiles } from './table-fates.ts';
import { id, number, Tables, text, type Row } from './tables.ts';

const messagesFile = /^(.*\/)?messages-\d+\.json$/;

const access: AccessFates = {
  'kinds of channels': 'kept',
  'history of channels': 'kept',
  'members of channels': 'kept',
  posting: 'kept',
  'administering channels': 'kept',
  'editing and deleting messages': 'kept',
  roles: 'kept',
  addresses: 'kept',
  'presence and read receipts': 'kept',
  invitations: 'kept',
  'what guests see': 'kept',
  'user groups': 'kept',
};

/** @throws StartRefused for anything but an export of Zulip. */
export async function openZulip(input: Input, scratch: Scratch, tally: Tally): Promise<Source> {
  const realm = input.files.keys().find((path) => /^(?:[^/]+\/)?realm\.json$/.test(path));
  if (realm === undefined) throw new StartRefused('This is no export of Zulip: it has no realm.json.');
  const folder = realm.slice(0, -'realm.json'.length);
  const rows = new Tables(input, realm, tally);
  let origin = 'zulip';
  for await (const { row } of rows.read('zerver_realm'))
    origin = text(row?.uuid) || text(row?.string_id) || origin;
  return {
    product: 'zulip',
    origin,
    access,
    isInOrder: true,
    topic: 'imported from Zulip',
    otherFiles,
    records: (share) => new ZulipExport(input, folder, rows, { scratch, tally }).records(share),
  };
}

interface Receivers {
  idle: IdlePeople;
  arrivals: Arrivals;
}

type RecipientKey = { channel: string } | { direct: string };

const topicsPolicies: Readonly<Record<number, TopicsPolicy>> = {
  1: 'inherit',
  2: 'allow_empty_topic',
  3: 'disable_empty_topic',
  4: 'empty_topic_only',
};

const withoutVotes = 'Exports of Zulip do not have them: the poll or list is as it began.';

class ZulipExport implements ZulipNames {
  readonly #input: Input;
  readonly #folder: string;
  readonly #rows: Tables;
  readonly names = new ExportNames();
  /** By recipient. */
  readonly #places = new Map<string, RecipientKey | { person: string }>();
  readonly #members = new Map<string, string[]>();
  readonly #choices: Choices;
  /** IDs of channels that new people are in. */
  readonly #usual = new Set<string>();
  readonly #directs = new Set<string>();
  readonly #scratch: Scratch;
  readonly #tally: Tally;
  readonly #systemBots = new Set<string>();
  readonly #reactions: Reactions;
  readonly #marks: Marks;
  readonly #attachments: AttachmentNames;
  /** By recipient, the IDs of these channels. */
  readonly #unshared = new Map<string, string>();
  readonly #isUnshared = new Set<string>();

  /** In days, -1 for ever. */
  #usualRetention = Number.NaN;

  constructor(
    input: Input,
    folder: string,
    rows: Tables,
    { scratch, tally }: { scratch: Scratch; tally: Tally },
  ) {
    this.#tally = tally;
    this.#input = input;
    this.#folder = folder;
    this.#rows = rows;
    this.#scratch = scratch;
    this.#reactions = new Reactions(scratch, tally);
    this.#choices = new Choices(scratch);
    this.#marks = new Marks(scratch, tally);
    this.#attachments = new AttachmentNames(scratch);
  }

  readonly file = (path: string): FileRecord => {
    const name = this.#attachments.get(pathInLink(path)) ?? pathInLink(path.split('/').at(-1) ?? path);
    return { id: path, name, path: `${this.#folder}uploads/${path}` };
  };

  async *records(share: ReadShare): AsyncGenerator<SourceRecord | SourceRecord[]> {
    const avatars = await readAvatars(this.#input, this.#folder);
    const statuses = await readStatuses(this.#rows);
    const groups = await ZulipGroups.read(this.#rows);
    yield* readFields(this.#rows);
    let usualAudience: unknown;
    for await (const { row } of this.#rows.read('zerver_realm')) {
      usualAudience = row?.email_address_visibility;
      this.#usualRetention = row?.message_retention_days === null ? -1 : number(row?.message_retention_days);
    }
    const bots = await BotDetails.read(this.#rows);
    // Bots come after the people who own them.
    for (const [table, isForeign, ofBots] of [
      ['zerver_userprofile', false, false],
      ['zerver_userprofile_mirrordummy', true, false],
      ['zerver_userprofile', false, true],
      ['zerver_userprofile_mirrordummy', true, true],
    ] as const)
      for await (const { row, fault, place } of this.#rows.read(table)) {
        if (!row && !ofBots) yield gap(place, fault ?? '');
        if (!row || (row.is_bot === true) !== ofBots) continue;
        yield* accessOfAccount(row);
        yield {
          ...this.#person(row, { isForeign, avatars }, place),
          ...statuses.get(id(row.id)),
          ...convertAudience(row, usualAudience),
          ...readPersonSettings(row, this.#tally, place),
          ...(ofBots ? { bot: bots.of(row) } : {}),
        };
      }
    for await (const { row, place } of this.#rows.read('zerver_userprofile_crossrealm'))
      if (row) {
        const person = this.#person(row, { isForeign: false, avatars }, place);
        this.#systemBots.add(id(row.id));
        yield person.kind === 'person' ? { ...person, isBot: true, systemBot: getSystemBot(row) } : person;
      }
    yield* readGroups(this.#rows, groups);
    yield* readEmoji(this.#input, this.#folder, this.#rows);
    yield* readFolders(this.#rows);
    yield* readPictures(this.#rows, this.#input, this.#folder);
    yield* this.#channels(groups);
    yield* readSettings(this.#rows, groups);
    yield* readPersonal(this.#rows, this.#scratch, {
      schedule: (row) => this.#scheduled(row),
      place: (row) => this.#findPlace(row),
    });
    yield* this.#attachments.read(this.#rows, `${this.#folder}attachment.json`);
    yield* countLeftOut(this.#input, this.#folder, this.#rows);
    await this.#reactions.read(this.#rows);
    const idle = await IdlePeople.read(this.#rows);
    const arrivals = new Arrivals(this.#scratch, idle.ids);
    const files = [...this.#input.files.keys().filter((path) => messagesFile.test(path))].sort();
    share.all = files.length;
    for (const path of files) {
      yield* this.#messages(path, idle, arrivals);
      share.done++;
    }
    this.#reactions.noteRest();
    this.#marks.noteRest();
  }

  #person(row: Row, origin: Origin, place: string): PersonRecord | ProblemRecord {
    const person = convertPerson(row, origin, place);
    if (person.kind === 'person') this.names.addPerson(person.id, person.name);
    return person;
  }

  async *#channels(groups: ZulipGroups): AsyncGenerator<SourceRecord> {
    const byType = new Map<string, string>();
    for await (const { row } of this.#rows.read('zerver_recipient'))
      if (row) byType.set(id(row.id), `${id(row.type)}:${id(row.type_id)}`);
    // Those of the server's own bots are in their rows only.
    for await (const { row } of this.#rows.read('zerver_userprofile_crossrealm'))
      if (row && id(row.recipient_id) !== '') byType.set(id(row.recipient_id), `1:${id(row.id)}`);
    for await (const { row } of this.#rows.read('zerver_defaultstream'))
      if (row) this.#usual.add(id(row.stream));
    for await (const { row, place } of this.#rows.read('zerver_subscription')) {
      if (!row || row.active === false) continue;
      const key = byType.get(id(row.recipient)) ?? '';
      if (key === '')
        this.#tally.leaveOut('zerver_subscription', 'Its conversation is not in the export.', place);
      if (key.startsWith('2:')) await this.#choices.add(key.slice(2), row);
      const members = this.#members.get(key);
      if (members) members.push(id(row.user_profile));
      else this.#members.set(key, [id(row.user_profile)]);
    }

    for (const [recipient, key] of byType) {
      const [type, typeId = ''] = key.split(':');
      if (type === '2') this.#places.set(recipient, { channel: typeId });
      else if (type === '1') this.#places.set(recipient, { person: typeId });
      else this.#places.set(recipient, { direct: directId(this.#members.get(key) ?? []) });
    }
    for await (const { row, fault, place } of this.#rows.read('zerver_stream')) {
      if (!row) yield gap(place, fault ?? '');
      else {
        yield* accessOfChannel(row, groups);
        const channel = this.#channel(row, groups);
        yield* shownWhileArchived(channel);
        yield channel;
      }
    }
    yield* this.#rows.noteAbsent();
    for (const [recipient, place] of this.#places)
      if ('channel' in place && this.#isUnshared.has(place.channel))
        this.#unshared.set(recipient, place.channel);
  }

  #channel(row: Row, groups: ZulipGroups): ChannelRecord {
    const channelId = id(row.id);
    const name = text(row.name)
      .replace(/^!*DEACTIVATED:/, '')
      .trim();
    this.names.addChannel(channelId, text(row.name));
    // Where a public channel shares no history, as those of mirrored networks, there is only a private one that does the same.
    const isHistoryShared =
      row.history_public_to_subscribers === undefined
        ? row.invite_only === false
        : row.history_public_to_subscribers === true;
    if (!isHistoryShared) this.#isUnshared.add(channelId);
    const isPrivate = row.invite_only !== false || !isHistoryShared;
    const permissions = groups.permissions(row, channelFields);
    return {
      kind: 'channel',
      id: channelId,
      name,
      description: text(row.description),
      isPrivate,
      isHistoryShared,
      isWebPublic: row.is_web_public === true && !isPrivate,
      topicsPolicy: topicsPolicies[number(row.topics_policy)] ?? 'inherit',
      permissions: {
        // Versions without it had no such people.
        can_administer_channel_group: { people: [], groups: [], roles: ['role:nobody'] },
        ...permissions,
      },
      isArchived: row.deactivated === true,
      isReadOnly: permissions.can_send_message_group === undefined && row.is_announcement_only === true,
      createdAt: typeof row.date_created === 'number' ? Math.floor(row.date_created * 1000) : undefined,
      creator: row.creator === undefined || row.creator === null ? undefined : id(row.creator),
      isDefault: this.#usual.has(channelId),
      folder: id(row.folder) || undefined,
      retentionDays: typeof row.message_retention_days === 'number' ? row.message_retention_days : null,
      ...(Number.isSafeInteger(this.#usualRetention) && { inheritedRetentionDays: this.#usualRetention }),
      members: this.#members.get(`2:${channelId}`) ?? [],
      choices: this.#choices.of(channelId),
    };
  }

  /** Where a message or draft of the row would go. */
  #findPlace(row: Row): ScheduledEntry['place'] | undefined {
    const found = this.#places.get(id(row.recipient));
    if (!found || 'channel' in found) return found;
    if ('direct' in found) return { direct: found.direct.split(',') };
    return { direct: [...new Set([found.person, id(row.sender) || id(row.user_profile)])] };
  }

  #scheduled(row: Row): ScheduledEntry | undefined {
    const place = this.#findPlace(row);
    if (!place) return undefined;
    return {
      place,
      topic: text(row.subject),
      text: fromZulip(text(row.content), this),
      at: Math.floor(number(row.scheduled_timestamp) * 1000) || 0,
    };
  }

  async *#messages(path: string, idle: IdlePeople, arrivals: Arrivals): AsyncGenerator<SourceRecord[]> {
    arrivals.begin();
    for await (const some of this.#rows.readMany('zerver_usermessage', path))
      for (const { row, place } of some) {
        if (!row) continue;
        const writing = this.#marks.add(row, place);
        if (writing) await writing;
        const adding = arrivals.add(number(row.message), number(row.user_profile), isOfHistory(row));
        if (adding) await adding;
      }
    for await (const some of this.#rows.readMany('zerver_message', path))
      yield some.flatMap(({ row, fault, place }) =>
        row
          ? [...readItem(place, () => this.#message(row, { idle, arrivals }, place))]
          : [gap(place, fault ?? '')],
      );
  }

  *#message(row: Row, { idle, arrivals }: Receivers, where: string): Generator<SourceRecord> {
    const messageId = id(row.id);
    const sent = number(row.date_sent ?? row.pub_date);
    if (messageId === '' || !Number.isFinite(sent) || sent <= 0) {
      yield problem(where, 'The message has no ID or no time.');
      return;
    }
    const found = this.#places.get(id(row.recipient));
    if (!found || ('direct' in found && found.direct === '')) {
      yield problem(where, 'The export does not say to whom it was sent.');
      return;
    }
    if (typeof row.content !== 'string') {
      yield problem(where, 'The message has no text.');
      return;
    }
    if (/^\/(?:poll|todo)\b/.test(row.content))
      this.#tally.leaveOut('votes of polls, tasks of to-do lists', withoutVotes, where);
    let place: RecipientKey;
    if ('person' in found) {
      const members = [...new Set([found.person, id(row.sender)])];
      place = { direct: directId(members) };
      yield* this.#direct(place.direct, members);
    } else {
      place = found;
      if ('direct' in place) yield* this.#direct(place.direct, place.direct.split(','));
    }
    const reactions = this.#reactions.of(messageId);
    const { starredBy, marks } = this.#marks.of(messageId);
    const unshared = this.#unshared.get(id(row.recipient));
    const came =
      'channel' in place && unshared === undefined
        ? arrivals.of(place.channel, number(row.id), number(row.sender))
        : undefined;
    yield {
      kind: 'message',
      id: messageId,
      place,
      ...('channel' in place ? { topic: text(row.subject) || text(row.topic_name) } : {}),
      sender: id(row.sender),
      sentAt: Math.floor(sent * 1000),
      ...editTimes(row),
      text: fromZulip(row.content, this),
      ...(reactions.length > 0 ? { reactions } : {}),
      ...(starredBy.length > 0 ? { starredBy } : {}),
      marks: came?.isFromOutside ? [...marks, { person: id(row.sender), names: ['historical'] }] : marks,
      ...(came?.arrivals && { arrivals: came.arrivals }),
      mayBeWidget: true,
      ...(this.#systemBots.has(id(row.sender)) && { isBotNotice: true }),
      ...(unshared === undefined
        ? {}
        : {
            receivedBy: [...arrivals.holders(number(row.id)), ...idle.receivers(unshared, number(row.id))],
          }),
    };
  }

  *#direct(direct: string, members: readonly string[]): Generator<SourceRecord> {
    if (this.#directs.has(direct)) return;
    this.#directs.add(direct);
    yield { kind: 'direct', id: direct, members };
  }
}

const directId = (members: readonly string[]): string => [...new Set(members)].sort().join(',');
