/** Reads a whole export and reports what an import would do, without writing anything. */
import { organizationSettings, type OrganizationCache } from '../../core/organization/index.ts';
import { parsedEmail } from '../../core/users/index.ts';
import { emailKey } from '../../lib/text.ts';
import type { ImportOptions } from './options.ts';
import {
  isLeftOut,
  listed,
  type ChannelRecord,
  type EmojiRecord,
  type FileRecord,
  type MessageRecord,
  type PersonRecord,
  type SourceRecord,
} from './records.ts';
import { PersonalRehearsal } from './rehearse-personal.ts';
import { notFetched } from './reading/fetch-file.ts';
import type { Reading } from './reading/reading.ts';
import { RetentionNotes } from './retention-notes.ts';
import type { ImportReport, ReportBuilder } from './report.ts';
import { noteAddressAudience } from './write/address-audience.ts';
import { ownPictures } from './write/organization/folders.ts';
import type { PictureRecord } from './reading/more-records.ts';
import { freeName, noteChannelAccess } from './write/channels.ts';
import { notAnAddress, unlistedAuthor } from './write/people.ts';
import { tidyValue, type ProfileFields } from './write/profile-fields.ts';
import type { EarlierRuns } from './write/later/earlier.ts';
import { filesIn } from './write/later/refresh.ts';
import { emojiFileName, emojiNamed } from './write/reactions.ts';
import { compareSettings } from './write/organization/settings.ts';
import { importedTopic, isJoined } from './write/topics.ts';

/**
 * Messages per second, alone or beside a server that handles requests, and bytes of the database per character of
 * text: measured, and rounded pessimistically.
 */
const messagesPerSecond = { alone: 15_000, live: 2000 };
const bytesPerCharacter = 4;
const bytesPerMessage = 400;

interface DryRunParts {
  cache: OrganizationCache;
  reading: Reading;
  report: ReportBuilder;
  options: ImportOptions;
  fields: ProfileFields;
  /** Earlier runs from the same workspace, if there are any. */
  earlier: EarlierRuns | undefined;
  now: number;
}

export async function dryRun(
  parts: DryRunParts,
  { signal, isLive, isNew = false }: { signal: AbortSignal; isLive: boolean; isNew?: boolean },
): Promise<ImportReport> {
  const rehearsal = new Rehearsal({ ...parts, isNew });
  let read = 0;
  const { earlier } = parts;
  for await (const some of parts.reading.records()) {
    const records = listed(some);
    await earlier?.noteLeft(records);
    await earlier?.lookUp(
      records.filter((record) => record.kind === 'message'),
      rehearsal.aliases,
    );
    for (const record of records) {
      rehearsal.add(record);
      if (++read % 1000 === 0) signal.throwIfAborted();
    }
  }
  await earlier?.done();
  return rehearsal.done(isLive);
}

class Rehearsal {
  readonly #isNew: boolean;
  readonly #cache: OrganizationCache;
  readonly #reading: Reading;
  readonly #report: ReportBuilder;
  readonly #options: ImportOptions;
  readonly #fields: ProfileFields;
  readonly #earlier: EarlierRuns | undefined;
  readonly #places = new Set<string>();
  readonly #people = new Set<string>();
  readonly #ownEmoji = new Set<string>();
  readonly aliases = new Map<string, string>();
  readonly #unknownEmoji = new Set<string>();
  /** Files that several messages have count once. */
  readonly #files = new Set<string>();
  readonly #threads = new Set<string>();
  readonly #retention: RetentionNotes;
  readonly #personal: PersonalRehearsal;
  #characters = 0;

  constructor(parts: DryRunParts & { isNew: boolean }) {
    const { cache, reading, report, options, fields, earlier, isNew, now } = parts;
    const days = organizationSettings(cache).message_retention_days;
    this.#retention = new RetentionNotes({ report, days, isNew, now });
    this.#isNew = isNew;
    this.#cache = cache;
    this.#reading = reading;
    this.#report = report;
    this.#options = options;
    this.#fields = fields;
    this.#earlier = earlier;
    const [places, seen] = [this.#places, this.#people];
    this.#personal = new PersonalRehearsal({ cache, report, fields, places, people: seen });
  }

  add(record: SourceRecord): void {
    const report = this.#report;
    if (record.kind !== 'message') this.#retention.add(record);
    switch (record.kind) {
      case 'person':
        this.#person(record);
        break;
      case 'channel':
        this.#channel(record);
        break;
      case 'direct':
        this.#places.add(record.id);
        report.count('conversations', 'found');
        report.count('conversations', this.#earlier?.known.directs.has(record.id) ? 'known' : 'added');
        break;
      case 'emoji':
        if (record.aliasOf === undefined) this.#emoji(record);
        else this.aliases.set(record.name, record.aliasOf);
        break;
      case 'group':
      case 'folder':
        break;
      case 'picture':
        this.#picture(record);
        break;
      case 'field':
        this.#personal.addField(record);
        break;
      case 'personal':
        this.#personal.addPersonal(record);
        break;
      case 'message':
        this.#message(record);
        break;
      case 'settings':
        if (!this.#isNew) compareSettings(this.#cache, record, report);
        break;
      case 'access':
        report.access(record.change, record.place, record.reason);
        break;
      case 'leftOut':
        report.leaveOut(record);
        break;
      case 'problem':
        if (record.isGap === true) this.#earlier?.noteGap();
        report.problem(record.place, record.reason);
    }
  }

  #picture({ picture, file }: PictureRecord): void {
    const reason = this.#missing(file);
    if (!this.#isNew) this.#report.leaveOut(ownPictures);
    else if (reason !== undefined) this.#report.problem(`picture of the organization: ${picture}`, reason);
  }

  #emoji({ id, name, file }: EmojiRecord): void {
    const report = this.#report;
    report.count('emoji', 'found');
    if (this.#earlier?.known.emoji.has(id ?? name)) {
      report.count('emoji', 'known');
      this.#ownEmoji.add(emojiFileName(name)).add(id ?? name);
      return;
    }
    const reason = file ? this.#missing(file) : 'The export has no picture of it.';
    report.count('emoji', reason === undefined ? 'added' : 'skipped');
    if (reason === undefined) this.#ownEmoji.add(emojiFileName(name)).add(id ?? name);
    else report.problem(`emoji :${name}:`, reason);
  }

  #person(record: PersonRecord): void {
    const report = this.#report;
    this.#people.add(record.id);
    report.count('people', 'found');
    if (this.#earlier?.known.people.has(record.id)) {
      report.count('people', 'known');
      return;
    }
    const email = record.email === undefined ? undefined : parsedEmail(record.email);
    const found = email === undefined ? undefined : this.#cache.users.find('deliveryEmail', emailKey(email));
    report.count('people', found ? 'known' : 'added');
    if (email === undefined && record.isBot !== true) report.report.without_email++;
    if (email === undefined && record.email !== undefined) report.problem(...notAnAddress(record));
    if (!found && record.isBot !== true) this.#profile(record);
    if (!found && email !== undefined) noteAddressAudience(report, record);
    const becomes = found ? `account ${found.id}, found by email address` : 'a new account';
    const what = [
      record.role,
      ...(record.isBot ? ['bot'] : []),
      ...(record.isActive ? [] : ['deactivated']),
    ].join(', ');
    report.mapped(
      'people',
      `${record.name} (${record.id})`,
      `${email ?? 'without an email address'}, ${what}: ${becomes}`,
    );
  }

  #profile({ profile = {} }: PersonRecord): void {
    for (const [name, value] of Object.entries(profile)) {
      const field = tidyValue(value) === '' ? undefined : this.#fields.find(name);
      if (field) this.#fields.add(field);
    }
  }

  #channel(record: ChannelRecord): void {
    this.#places.add(record.id);
    this.#report.count('channels', 'found');
    const hereId = this.#earlier?.known.channels.get(record.id);
    const here = hereId === undefined ? undefined : this.#cache.channels.get(hereId);
    this.#report.count('channels', hereId === undefined ? 'added' : here ? 'known' : 'skipped');
    noteChannelAccess(this.#report, record, here);
    const name = here?.name ?? freeName({ cache: this.#cache }, record, this.#reading.product);
    const kind = record.isPrivate ? 'private' : 'public';
    const state = record.isArchived === true ? ', archived' : '';
    this.#report.mapped(
      'channels',
      `${record.name} (${record.id})`,
      `#${name}, ${kind}${state}, ${record.members.length} members`,
    );
  }

  #message(record: MessageRecord): void {
    const report = this.#report;
    if (isLeftOut(record, this.#options)) {
      if (record.isBroadcast !== true) report.report.notices_left_out++;
      this.#earlier?.leaveOut(record);
      return;
    }
    const count = (what: 'found' | 'added' | 'known' | 'skipped') => {
      if (record.isContinued !== true) report.count('messages', what);
    };
    count('found');
    const found = this.#earlier?.found;
    if (found?.messages.has(record.id)) {
      count('known');
      if (found.changing.has(record.id)) this.#addFiles(record, found.files);
      return;
    }
    if (!this.#people.has(record.sender)) this.#author(record);
    const placeId = 'channel' in record.place ? record.place.channel : record.place.direct;
    if (!this.#places.has(placeId)) {
      count('skipped');
      report.problem(`message ${record.id}`, 'Its channel or conversation did not come.');
      return;
    }
    count('added');
    this.#retention.add(record);
    const { thread } = record;
    if (record.topic !== undefined) importedTopic(report, record.topic);
    const isTopic = thread && 'channel' in record.place && !isJoined(thread, this.#options);
    if (isTopic && !found?.threads.has(thread.id)) this.#threads.add(thread.id);
    for (const piece of record.text) this.#characters += typeof piece === 'string' ? piece.length : 40;
    this.#extras(record);
  }

  /** One whom an earlier import knows already is no longer among those found. */
  #author(record: MessageRecord): void {
    if (this.#earlier?.known.people.has(record.sender)) this.#people.add(record.sender);
    else this.#person(unlistedAuthor(record));
  }

  /** @param came Those that earlier imports brought. */
  #addFiles(record: MessageRecord, came?: ReadonlySet<string>): void {
    const report = this.#report;
    for (const file of filesIn(record)) {
      if (this.#files.has(file.id)) continue;
      this.#files.add(file.id);
      report.count('files', 'found');
      if (came?.has(file.id)) {
        report.count('files', 'known');
        continue;
      }
      const { size = 0 } = file;
      const reason = this.#missing(file);
      report.count('files', reason === undefined ? 'added' : 'skipped');
      if (reason === undefined) report.report.file_bytes += size;
      else report.problem(`file ${file.id} ${file.name}`, reason);
      if (reason === undefined && came) report.report.changed.files++;
    }
  }

  #extras(record: MessageRecord): void {
    const { id, reactions = [] } = record;
    const report = this.#report;
    this.#addFiles(record);
    for (const { emoji, emojiId, users, unnamed = 0 } of reactions) {
      if (unnamed > 0) report.leaveOutUnnamed(unnamed);
      report.count('reactions', 'found', users.length);
      const isKnown = this.#isEmoji(emoji) || this.#ownEmoji.has(emojiId ?? emoji);
      report.count('reactions', isKnown ? 'added' : 'skipped', users.length);
      if (isKnown || this.#unknownEmoji.has(emoji)) continue;
      this.#unknownEmoji.add(emoji);
      report.problem(`reaction to ${id}`, `There is no emoji "${emoji}" here.`);
    }
  }

  #missing({ missing, path, url }: FileRecord): string | undefined {
    if (path !== undefined) return undefined;
    if (missing !== undefined) return missing;
    if (url === undefined)
      return this.#reading.hasOwnFiles ? undefined : 'The export does not have it, and says no address.';
    return this.#options.downloads === false ? notFetched : undefined;
  }

  #isEmoji(name: string): boolean {
    const context = { product: this.#reading.product, emojiAliases: this.aliases };
    const isOwn = this.#ownEmoji.has(emojiFileName(this.aliases.get(name) ?? name));
    return isOwn || emojiNamed(context, this.#cache, name) !== undefined;
  }

  done(isLive: boolean): ImportReport {
    this.#retention.done();
    const { counts, file_bytes: fileBytes } = this.#report.report;
    const { size: threads } = this.#threads;
    counts.threads = { found: threads, added: threads, known: 0, skipped: 0 };
    const messages = counts.messages.added;
    this.#report.report.estimate = {
      seconds: Math.ceil(1 + messages / messagesPerSecond[isLive ? 'live' : 'alone']),
      bytes: messages * bytesPerMessage + this.#characters * bytesPerCharacter + fileBytes,
    };
    return this.#report.done();
  }
}
