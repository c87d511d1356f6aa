/** Reads exports of Slack: of the free and paid plans, of Enterprise Grid, and of tools that write the same layout. */
import { StartRefused } from '../../../lib/start-refused.ts';
import { decidedHere, type AccessFates } from '../access-topics.ts';
import { possibleNames } from '../input/legacy-names.ts';
import type { Input } from '../input/input.ts';
import { readJson } from '../input/read-json.ts';
import {
  gap,
  problem,
  readItem,
  type EmojiRecord,
  type MessageRecord,
  type ProblemRecord,
  type SourceRecord,
  type Text,
} from '../records.ts';
import type { ReadShare } from '../reading/share.ts';
import type { Source } from '../reading/source.ts';
import type { Scratch } from '../scratch.ts';
import { findFiles, isOfSlack, type KeptFiles } from './files.ts';
import { findLayout, type DayFile, type Layout } from './layout.ts';
import { conversationRecord, findKinds, hasId, listConversations } from './conversations.ts';
import { largestList, list, listPaths, lists, type ListEntry } from './lists.ts';
import { messageRecord, notices, type Conversation } from './messages.ts';
import { lookAt, lookAtMessage } from './fields.ts';
import type { Tally } from '../reading/tally.ts';
import { fieldLabels, groupRecords } from './groups.ts';
import { personRecord } from './people.ts';
import { findWorkspace } from './workspace.ts';
import {
  parseTime,
  toText,
  type SlackChannel,
  type SlackMessage,
  type SlackPin,
  type SlackUser,
} from './types.ts';
import { fieldsIn, isObject } from '../../../lib/objects.ts';

/** A larger day is read conversation by conversation, to keep its messages out of memory. */
const largestDay = 8 * 1024 * 1024;

const access: AccessFates = {
  'kinds of channels': 'kept',
  'history of channels': 'kept',
  'members of channels': 'kept',
  posting: decidedHere,
  'administering channels': {
    change: 'narrower',
    reason: 'The export has no managers of channels. Creators and administrators manage them here.',
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

/** @throws StartRefused for anything but an export of Slack. */
export async function openSlack(input: Input, scratch: Scratch, tally: Tally): Promise<Source> {
  const layout = findLayout(input, scratch);
  if (layout.workspaces.length === 0)
    throw new StartRefused('This is no export of Slack: it has neither channels.json nor users.json.');
  const { team, likeness } = await findWorkspace(input, layout);
  return {
    product: 'slack',
    origin: team ?? 'slack',
    likeness,
    access,
    isInOrder: true,
    topic: 'imported from Slack',
    records: (share) => new SlackExport(input, layout, scratch, tally).records(share),
    otherFiles: [
      { paths: /(?:^|\/)(?:canvases|canvas_in_the_conversation)\.json$/, without: canvasReason },
      {
        paths: /(?:^|\/)content_flags\.json$/,
        without: 'Reports of messages to administrators do not come.',
      },
      { paths: /(?:^|\/)file_conversations\.json$/, without: 'Comments on canvases and lists do not come.' },
      {
        paths: /(?:^|\/)(?:lists|external_access_requests|access_logs|huddle_transcripts)\b.*\.json$/,
        without: 'This does not come.',
      },
    ],
  };
}

class SlackExport {
  readonly #input: Input;
  readonly #layout: Layout;
  readonly #files: KeptFiles;
  readonly #tally: Tally;
  readonly #apps = new Map<string, string>();
  /** Codes by the names that Slack has for emoji, as far as texts say them. */
  readonly #emojiCodes = new Map<string, string>();
  /** By folder. */
  readonly #conversations = new Map<string, Conversation>();

  constructor(input: Input, layout: Layout, scratch: Scratch, tally: Tally) {
    this.#tally = tally;
    this.#input = input;
    this.#layout = layout;
    this.#files = findFiles(input, scratch);
  }

  async *records(share: ReadShare): AsyncGenerator<SourceRecord | SourceRecord[]> {
    yield* this.#people();
    yield* groupRecords(this.#input, listPaths(this.#layout, ['usergroups']));
    yield* this.#emoji();
    yield* this.#conversationRecords();
    await this.#readApps();
    const { days, listFiles } = this.#layout;
    share.all = days.length;
    for (const day of days) {
      yield* this.#day(listFiles(day));
      share.done++;
    }
  }

  async *#people(): AsyncGenerator<SourceRecord> {
    const known = new Set<string>();
    const labels = await fieldLabels(this.#input, listPaths(this.#layout, ['profile_fields']));
    for (const path of listPaths(this.#layout, ['users', 'org_users']))
      for await (const { value, fault, place } of list<SlackUser>(this.#input, path)) {
        if (fault) yield fault;
        else if (typeof value?.id !== 'string' || value.id === '')
          yield problem(place, 'The account has no ID.');
        else if (!known.has(value.id)) {
          known.add(value.id);
          const { id } = value;
          lookAt('user', value, this.#tally, place);
          yield* readItem(place, () => [personRecord({ ...value, id }, labels)]);
        }
      }
    if (known.size === 0)
      yield problem(
        'users.json',
        'It is missing or empty: people would be named by their IDs. Save users.list of the API under this name first.',
      );
  }

  /** Exports contain no emoji; a saved response of Slack's API (emoji.list) may provide them, with or without images. */
  async *#emoji(): AsyncGenerator<SourceRecord> {
    for (const path of listPaths(this.#layout, ['emoji', 'emojis'])) {
      if (!this.#input.files.has(path)) continue;
      const read = await readJson(this.#input, path, largestList);
      if ('fault' in read) yield problem(path, read.fault);
      else yield* emojiRecords(this.#input, path, read.value);
    }
  }

  async *#conversationRecords(): AsyncGenerator<SourceRecord> {
    const kinds = await findKinds(this.#input, this.#layout);
    for await (const { prefix, value, fault, place } of listConversations(this.#input, this.#layout))
      if (fault) yield fault;
      else if (!hasId(value)) yield problem(place, 'The channel or conversation has no ID.');
      else
        yield* readItem(place, () => {
          const { id } = value;
          lookAt('channel', value, this.#tally, place);
          const kind = kinds.get(id) ?? 'private';
          this.#know(prefix, value, kind === 'direct' ? { direct: id } : { channel: id });
          return [conversationRecord(value, kind)];
        });
  }

  #know(
    prefix: string,
    { id, name, pins }: SlackChannel & { id: string },
    place: Conversation['place'],
  ): void {
    const conversation = { id, place, pins: collectPins(pins) };
    const known = typeof name === 'string' ? [name, name.normalize('NFC')] : [];
    for (const folder of [...known, id]) this.#conversations.set(`${prefix}${folder}`, conversation);
  }

  /** By a name that was garbled when the archive was packed, if it can be that of one conversation only. */
  #findGarbled(path: string): Conversation | undefined {
    const at = path.lastIndexOf('/') + 1;
    const prefix = path.slice(0, at);
    const names = possibleNames(path.slice(at));
    const found = new Set(names.map((name) => this.#conversations.get(`${prefix}${name}`)));
    found.delete(undefined);
    const [conversation, ...others] = found;
    if (!conversation || others.length > 0) return undefined;
    return conversation;
  }

  async *#day(files: readonly DayFile[]): AsyncGenerator<SourceRecord | SourceRecord[]> {
    const bytes = files.reduce((all, { size }) => all + size, 0);
    for (const group of bytes <= largestDay ? [files] : files.map((file) => [file])) {
      const found: FoundRecord[] = [];
      for (const file of group) {
        const conversation = this.#conversations.get(file.folder) ?? this.#findGarbled(file.folder);
        if (!conversation) {
          yield gap(file.path, 'No list of conversations names its folder.');
          continue;
        }
        const isAlone = file.size > largestDay;
        for await (const some of lists<SlackMessage>(this.#input, file.path)) {
          const records = some.flatMap((one) => this.#records(one, conversation));
          if (isAlone) yield records.map(({ record }) => record);
          else for (const one of records) found.push(one);
        }
      }
      yield inOrder(found);
    }
  }

  /** Converts a message at once: the record is several times smaller than the message with its blocks. */
  #records(entry: ListEntry<SlackMessage>, conversation: Conversation): FoundRecord[] {
    const found = this.#record(entry, conversation);
    const { record } = found;
    if (record.kind === 'message') this.#nameEmoji(record);
    const { subtype } = entry.value ?? {};
    const isReply = subtype === 'thread_broadcast' || subtype === 'reply_broadcast';
    const isBroadcast = isReply && 'channel' in conversation.place;
    return record.kind === 'message' && isBroadcast
      ? [found, { ...found, record: inChannel(record) }]
      : [found];
  }

  /** Texts without blocks have only the names. */
  #nameEmoji({ text }: MessageRecord): void {
    for (const piece of text)
      if (typeof piece === 'object' && 'emoji' in piece) {
        const code = piece.unicode ?? '';
        if (code !== '' && this.#emojiCodes.size < mostEmoji) this.#emojiCodes.set(piece.emoji, code);
        const known = this.#emojiCodes.get(piece.emoji);
        if (code === '' && known !== undefined) piece.unicode = known;
      }
  }

  /** Names of apps, for bots whose messages do not say theirs. */
  async #readApps(): Promise<void> {
    for (const path of listPaths(this.#layout, ['integration_logs']))
      for await (const { value } of list<{ app_id: unknown; app_type: unknown; service_type: unknown }>(
        this.#input,
        path,
      )) {
        const [id, name] = [toText(value?.app_id), toText(value?.app_type) || toText(value?.service_type)];
        if (id !== '' && name !== '') this.#apps.set(id, name);
      }
  }

  #record({ value, fault, place }: ListEntry<SlackMessage>, conversation: Conversation): FoundRecord {
    const time = parseTime(value?.ts, 1e6) ?? 0;
    if (!value) return { record: fault ?? gap(place, 'It is no object.'), time };
    try {
      lookAtMessage(value, notices, this.#tally, place);
      const app = this.#apps.get(value.app_id ?? '');
      const isNameless = value.user === undefined && !value.username && !value.bot_profile?.name;
      const named = app !== undefined && isNameless ? { ...value, username: app } : value;
      return { record: messageRecord(named, conversation, this.#files, place), time };
    } catch {
      return { record: gap(place, 'It has another form than in such an export.'), time };
    }
  }
}

const mostEmoji = 10_000;
const canvasReason = 'Canvases that messages name come as files; others have no counterpart.';

/** What a channel shows of a reply that was sent to it too, with the thread that it belongs to. */
function inChannel({ thread, id, reactions: _, starredBy: __, ...record }: MessageRecord): MessageRecord {
  // Shown if the thread did not come.
  const label = 'a thread';
  const root: Text = thread
    ? ['*Also sent to the channel, in reply to ', { message: thread.id, label, url: label }, ':*\n']
    : [];
  return {
    ...record,
    id: `${id} broadcast`,
    text: [...root, ...record.text],
    isBroadcast: true,
    isContinued: true,
  };
}

interface FoundRecord {
  record: MessageRecord | ProblemRecord;
  /** Microseconds since 1970. */
  time: number;
}

/** Slack's timestamps are its IDs, so two messages with the same one get different IDs here. */
function inOrder(found: FoundRecord[]): SourceRecord[] {
  found.sort((a, b) => a.time - b.time);
  const records: SourceRecord[] = [];
  /** What was written at this time, by ID. */
  const seen = new Map<string, Set<string>>();
  for (const [i, { record, time }] of found.entries()) {
    const isFirst = found[i - 1]?.time !== time;
    if (isFirst) seen.clear();
    if (record.kind !== 'message' || (isFirst && found[i + 1]?.time !== time)) {
      records.push(record);
      continue;
    }
    const same = seen.get(record.id) ?? new Set<string>();
    seen.set(record.id, same);
    const text = JSON.stringify([record.sender, record.text]);
    if (same.has(text)) continue;
    same.add(text);
    records.push(same.size === 1 ? record : { ...record, id: `${record.id}#${same.size}` });
  }
  return records;
}

function collectPins(pins: SlackPin[] | undefined): Conversation['pins'] {
  const found = new Map<string, string[]>();
  for (const { id, user } of Array.isArray(pins) ? pins : [])
    if (id !== undefined && user !== undefined) found.set(id, [...(found.get(id) ?? []), user]);
  return found;
}

function* emojiRecords(input: Input, path: string, value: unknown): Generator<EmojiRecord | ProblemRecord> {
  const named = fieldsIn(value).emoji ?? value;
  if (!isObject(named)) {
    yield problem(path, 'It does not map names of emoji to addresses.');
    return;
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const [name, target] of Object.entries(named)) {
    if (typeof target !== 'string') continue;
    if (target.startsWith('alias:')) yield { kind: 'emoji', name, aliasOf: target.slice('alias:'.length) };
    else {
      const ending = /\.(?:png|gif|jpe?g|webp)(?=$|\?)/i.exec(target)?.[0] ?? '.png';
      const local = [
        `${folder}emoji/${name}${ending}`,
        `${folder}emojis/${name}${ending}`,
        `${folder}${target}`,
      ].find((one) => input.files.has(one));
      const file = {
        id: `emoji:${name}`,
        name: `${name}${ending}`,
        path: local,
        url: local || !isOfSlack(target) ? undefined : target,
      };
      yield { kind: 'emoji', name, file };
    }
  }
}
