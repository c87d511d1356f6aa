/** Reads a whole export and reports what an import would do, without writing anything. */
import type { AppContext } from '../../core/context/index.ts';
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
import type { Reading } from './reading/reading.ts';
import { UnlistedPeople } from './reading/unlisted-people.ts';
import { RetentionNotes } from './retention-notes.ts';
import type { ImportReport, ReportBuilder } from './report.ts';
import { noteAddressAudience } from './write/address-audience.ts';
import { ownPictures } from './write/organization/folders.ts';
import type { PictureRecord } from './reading/more-records.ts';
import { isFetched, missingReason, pictureIn, rehearsePicture, triedAgain } from './pictures/rehearse.ts';
import { shownPerson } from './pictures/faults.ts';
import { freeName, noteChannelAccess } from './write/channels.ts';
import { notAnAddress, unlistedAuthor } from './write/people.ts';
import { tidyValue, type ProfileFields } from './write/profile-fields.ts';
import type { EarlierRuns } from './write/later/earlier.ts';
import { filesIn } from './write/later/refresh.ts';
import { emojiFileName, emojiNamed } from './write/reactions.ts';
import { compareSettings, noteOrganization } from './write/organization/settings.ts';
import { importedTopic, isJoined } from './write/topics.ts';

/**
 * Messages per second, alone or beside a server that handles requests, and bytes of the database per character of
 * text: measured, and rounded pessimistically.
 */
const messagesPerSecond = { alone: 15_000, live: 2000 };
const bytesPerCharacter = 4;
const bytesPerMessage = 400;

interface DryRunParts {
  app: AppContext;
  cache: OrganizationCache;
  reading: Reading;
  report: ReportBuilder;
  options: ImportOptions;
  fields: ProfileFields;
  /** Earlier runs from the same workspace, if there are any. */
  earlier: EarlierRuns | undefined;
  now: number;
}

interface DryRunning {
  signal: AbortSignal;
  isLive: boolean;
  isNew?: boolean;
  progress?: (report: ImportReport, share: number) => void;
}

export async function dryRun(
  parts: DryRunParts,
  { signal, isLive, isNew = false, progress }: DryRunning,
): Promise<ImportReport> {
  const rehearsal = new Rehearsal({ ...parts, isNew });
  let read = 0;
  const { app, cache, earlier, options, reading } = parts;
  const files = { app, reading, downloads: options.downloads !== false, signal };
  for await (const some of parts.reading.records()) {
    const records = listed(some);
    await earlier?.noteLeft(records);
    await earlier?.lookUp(
      records.filter((record) => record.kind === 'message'),
      rehearsal.aliases,
    );
    for (const record of records) {
      const picture = pictureIn(record, cache, earlier?.findPerson(record));
      rehearsal.add(record, picture && (await rehearsePicture(files, picture)));
      if (++read % 1000 !== 0) continue;
      signal.throwIfAborted();
      progress?.(parts.report.report, await reading.getShare());
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
  readonly #unlisted: UnlistedPeople;
  readonly #personal: PersonalRehearsal;
  #characters = 0;

  constructor(parts: DryRunParts & { isNew: boolean }) {
    const { cache, reading, report, options, fields, earlier, isNew, now } = parts;
    const days = organizationSettings(cache).message_retention_days;
    this.#retention = new RetentionNotes({ report, days, isNew, now });
    this.#unlisted = new UnlistedPeople(report, earlier?.known.people ?? new Map<string, number>());
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

  /** @param fault Why its picture would not come. */
  add(record: SourceRecord, fault: string | undefined): void {
    const report = this.#report;
    this.#unlisted.look(record);
    if (record.kind !== 'message') this.#retention.add(record);
    switch (record.kind) {
      case 'person':
        this.#person(record);
        this.#avatar(record, fault);
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
        if (record.aliasOf === undefined) this.#emoji(record, fault);
        else this.aliases.set(record.name, record.aliasOf);
        break;
      case 'group':
      case 'folder':
        break;
      case 'picture':
        this.#picture(record, fault);
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
        if (this.#isNew) noteOrganization(report, record, this.#cache.organization.name);
        else compareSettings(this.#cache, record, report);
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

  #picture({ picture }: PictureRecord, fault: string | undefined): void {
    if (!this.#isNew) this.#report.leaveOut(ownPictures);
    else if (fault !== undefined) this.#report.problem(`picture of the organization: ${picture}`, fault);
  }

  #avatar(record: PersonRecord, fault: string | undefined): void {
    const { avatar } = record;
    const hereId = this.#earlier?.findPerson(record);
    const isLacking =
      avatar && hereId !== undefined && isFetched(avatar) && pictureIn(record, this.#cache, hereId);
    const reason = fault ?? (isLacking ? triedAgain : undefined);
    if (reason !== undefined) this.#report.problem(`picture of ${shownPerson(record)}`, reason);
  }

  #emoji({ id, name, file, isDeactivated }: EmojiRecord, fault: string | undefined): void {
    const report = this.#report;
    report.count('emoji', 'found');
    const isTaken = this.#cache.organization.emoji.some(
      (one) => one.name === emojiFileName(name) && !one.isDeactivated,
    );
    if (this.#earlier?.known.emoji.has(id ?? name) || (isTaken && isDeactivated !== true)) {
      report.count('emoji', 'known');
      this.#ownEmoji.add(emojiFileName(name)).add(id ?? name);
      return;
    }
    const reason = file ? fault : 'The export has no picture of it.';
    report.count('emoji', reason === undefined ? 'added' : 'skipped');
    if (reason === undefined) this.#ownEmoji.add(emojiFileName(name)).add(id ?? name);
    else report.problem(`emoji :${name}:`, reason);
    if (reason === undefined && this.#earlier && file && isFetched(file))
      report.problem(`emoji :${name}:`, triedAgain);
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
    const { length } = record.members;
    this.#report.mapped(
      'channels',
      `${record.name} (${record.id})`,
      `#${name}, ${kind}${state}, ${length} ${length === 1 ? 'member' : 'members'}`,
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
      if (reason !== undefined || !came) continue;
      report.report.changed.files++;
      if (isFetched(file)) report.problem(`file ${file.id} ${file.name}`, triedAgain);
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
      const known = isKnown ? users.filter((user) => this.#isPerson(user)).length : 0;
      report.count('reactions', 'added', known);
      report.count('reactions', 'skipped', users.length - known);
      if (isKnown || this.#unknownEmoji.has(emoji)) continue;
      this.#unknownEmoji.add(emoji);
      report.problem(`reaction to ${id}`, `There is no emoji "${emoji}" here.`);
    }
  }

  #missing(file: FileRecord): string | undefined {
    return missingReason(file, { reading: this.#reading, downloads: this.#options.downloads !== false });
  }

  #isPerson(id: string): boolean {
    return this.#people.has(id) || this.#earlier?.known.people.has(id) === true;
  }

  #isEmoji(name: string): boolean {
    const context = { product: this.#reading.product, emojiAliases: this.aliases };
    const isOwn = this.#ownEmoji.has(emojiFileName(this.aliases.get(name) ?? name));
    return isOwn || emojiNamed(context, this.#cache, name) !== undefined;
  }

  done(isLive: boolean): ImportReport {
    this.#retention.done();
    this.#unlisted.done();
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
