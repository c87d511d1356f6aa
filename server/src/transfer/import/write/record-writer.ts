/** Collects records and writes them in batches. */
import {
  isLeftOut,
  type ChannelRecord,
  type DirectRecord,
  type EmojiRecord,
  type FieldRecord,
  type PersonalRecord,
  type GroupRecord,
  type MessageRecord,
  type PersonRecord,
  type SettingsRecord,
  type SourceRecord,
  type Text,
} from '../records.ts';
import type { FolderRecord, PictureRecord } from '../reading/more-records.ts';
import { organizationSettings } from '../../../core/organization/index.ts';
import { UnlistedPeople } from '../reading/unlisted-people.ts';
import { RetentionNotes } from '../retention-notes.ts';
import { writeChannel, writeDirects } from './channels.ts';
import type { ImportContext } from './context.ts';
import { writeFolder, writePicture } from './organization/folders.ts';
import { writeGroups } from './groups.ts';
import { MessageWriter } from './messages.ts';
import { giveWay } from './give-way.ts';
import { writePeople } from './people.ts';
import { writeField, writePersonal } from './personal/personal.ts';
import { writeAvatar, writeEmoji } from './pictures.ts';
import { writeProfiles } from './profiles.ts';
import type { ReadMarks } from './read-marks.ts';
import { writeSettings } from './organization/settings.ts';
import { Topics } from './topics.ts';

/**
 * Messages per transaction. A server's other writes wait for at most this many; without other writes, each page of an index is
 * written once for many messages.
 */
const batches = { alone: 2500, live: 100 };
const mostCharacters = { alone: 2_000_000, live: 150_000 };
const peopleAtOnce = { alone: 200, live: 15 };
const directsAtOnce = { alone: 500, live: 25 };

/** What a message takes in the database, its write-ahead log and the search index, rounded up. */
const messageBytes = 2000;
const characterBytes = 12;

type OtherRecord =
  | ChannelRecord
  | EmojiRecord
  | SettingsRecord
  | FieldRecord
  | PersonalRecord
  | FolderRecord
  | PictureRecord;

export class RecordWriter {
  readonly #context: ImportContext;
  readonly #messages: MessageWriter;
  readonly #retention: RetentionNotes;
  readonly #unlisted: UnlistedPeople;
  readonly #batch: number;
  readonly #mostCharacters: number;
  readonly #peopleAtOnce: number;
  readonly #directsAtOnce: number;
  #people: PersonRecord[] = [];
  /** All of them at once: a group may be in any other, and hold its permissions. */
  #groups: GroupRecord[] = [];
  #directs: DirectRecord[] = [];
  #waiting: MessageRecord[] = [];
  #characters = 0;

  constructor(context: ImportContext, marks: ReadMarks) {
    this.#context = context;
    const pace = context.isLive ? 'live' : 'alone';
    this.#batch = batches[pace];
    this.#mostCharacters = mostCharacters[pace];
    this.#peopleAtOnce = peopleAtOnce[pace];
    this.#directsAtOnce = directsAtOnce[pace];
    const { report, cache, isNew, app } = context;
    const days = organizationSettings(cache).message_retention_days;
    this.#retention = new RetentionNotes({ report, days, isNew, now: app.clock.now() });
    this.#unlisted = new UnlistedPeople(report, context.people);
    this.#messages = new MessageWriter(context, new Topics(context), marks);
  }

  /** Returns undefined if the record was only collected. */
  add(record: SourceRecord): Promise<void> | undefined {
    this.#unlisted.look(record);
    if (record.kind === 'message') return this.#addMessage(record);
    this.#retention.add(record);
    const { report } = this.#context;
    if (record.kind === 'problem') {
      if (record.isGap === true) this.#messages.noteGap();
      report.problem(record.place, record.reason);
      return undefined;
    }
    if (record.kind === 'access') {
      report.access(record.change, record.place, record.reason);
      return undefined;
    }
    if (record.kind === 'leftOut') {
      report.leaveOut(record);
      return undefined;
    }
    if (record.kind === 'direct') {
      this.#directs.push(record);
      return this.#directs.length >= this.#directsAtOnce ? this.#flushDirects() : undefined;
    }
    if (record.kind === 'group') {
      this.#groups.push(record);
      return undefined;
    }
    if (record.kind !== 'person') return this.#addOther(record);
    this.#people.push(record);
    return this.#people.length >= this.#peopleAtOnce ? this.#flushPeople() : undefined;
  }

  async #addOther(record: OtherRecord): Promise<void> {
    await this.#flushGroups();
    await giveWay(this.#context.isLive, () => this.#writeOther(record));
  }

  async #writeOther(record: OtherRecord): Promise<void> {
    if (record.kind === 'channel') await writeChannel(this.#context, record);
    else if (record.kind === 'settings') await writeSettings(this.#context, record);
    else if (record.kind === 'field') await writeField(this.#context, record);
    else if (record.kind === 'personal') await writePersonal(this.#context, record);
    else if (record.kind === 'folder') await writeFolder(this.#context, record);
    else if (record.kind === 'picture') await writePicture(this.#context, record);
    else await writeEmoji(this.#context, record);
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#messages.finish();
    this.#retention.done();
    this.#unlisted.done();
  }

  async flush(): Promise<void> {
    await this.#flushGroups();
    await this.#flushDirects();
    await this.#flushMessages();
  }

  #addMessage(record: MessageRecord): Promise<void> | undefined {
    if (isLeftOut(record, this.#context.options)) {
      if (record.isBroadcast !== true) this.#context.report.report.notices_left_out++;
      this.#messages.leaveOut(record);
      return undefined;
    }
    this.#retention.add(record);
    this.#waiting.push(record);
    this.#characters += textLength(record.text);
    const isFull = this.#waiting.length >= this.#batch || this.#characters > this.#mostCharacters;
    return isFull ? this.flush() : undefined;
  }

  async #flushPeople(): Promise<void> {
    const people = this.#people.splice(0);
    if (people.length === 0) return;
    await giveWay(this.#context.isLive, () => writePeople(this.#context, people));
    for (const person of people) if (person.avatar) await writeAvatar(this.#context, person);
    await writeProfiles(this.#context, people);
  }

  async #flushGroups(): Promise<void> {
    await this.#flushPeople();
    const groups = this.#groups.splice(0);
    if (groups.length > 0) await giveWay(this.#context.isLive, () => writeGroups(this.#context, groups));
  }

  async #flushDirects(): Promise<void> {
    await this.#flushPeople();
    const directs = this.#directs.splice(0);
    if (directs.length === 0) return;
    await giveWay(this.#context.isLive, () => writeDirects(this.#context, directs));
  }

  async #flushMessages(): Promise<void> {
    const messages = this.#waiting.splice(0);
    if (messages.length === 0) return;
    await this.#context.space.reserve(messages.length * messageBytes + this.#characters * characterBytes);
    await giveWay(this.#context.isLive, () => this.#messages.write(messages));
    this.#characters = 0;
  }
}

const textLength = (text: Text): number =>
  text.reduce((all, piece) => all + (typeof piece === 'string' ? piece.length : 50), 0);
