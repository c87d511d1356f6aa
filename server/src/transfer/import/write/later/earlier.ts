/** What earlier imports of the same workspace brought, for a dry run: it says what the next one adds and changes. */
import type { Db } from '../../../../db/db.ts';
import type { OrganizationCache } from '../../../../core/organization/index.ts';
import type { MessageRecord, SourceRecord } from '../../records.ts';
import type { Product } from '../../options.ts';
import type { ReportBuilder } from '../../report.ts';
import { partKeys } from '../../reading/split.ts';
import { findItems, readItems } from '../items.ts';
import { findMoves, noteKept } from './moves.ts';
import { channelThere, type ChannelThere } from './openness.ts';
import { filesIn, findCandidates } from './refresh.ts';
import { findGarbled } from './garbled.ts';
import { GoneMessages } from './gone.ts';
import { Joining } from './joined.ts';
import { findDeactivated, noteLeft } from './left.ts';
import { isClosedHere } from '../channels.ts';
import { findNewReactions } from './reactions.ts';
import { TakenBack } from './taken-back.ts';

interface EarlierParts {
  isLive: boolean;
  product: Product;
  origin: string;
  former?: string;
  report: ReportBuilder;
  cache: OrganizationCache;
}

interface Known {
  people: Map<string, number>;
  channels: Map<string, number>;
  directs: Map<string, number>;
  emoji: Map<string, number>;
}

/** What was looked up for a batch of messages. */
interface LookedUp {
  messages: ReadonlySet<string>;
  threads: ReadonlySet<string>;
  /** Messages of which files failed, or which were edited, with the files of theirs that came. */
  changing: ReadonlySet<string>;
  files: ReadonlySet<string>;
}

export class EarlierRuns {
  readonly known: Known;
  readonly #db: Db;
  readonly #orgId: number;
  readonly #sourceId: number;
  readonly #report: ReportBuilder;
  readonly #gone: GoneMessages;
  readonly #takenBack: TakenBack;
  readonly #joining: Joining;
  readonly #garbled: ReadonlySet<number>;
  readonly #product: Product;
  readonly #cache: OrganizationCache;
  readonly #channelsThere = new Map<string, ChannelThere>();
  found: LookedUp = { messages: new Set(), threads: new Set(), changing: new Set(), files: new Set() };

  private constructor(
    db: Db,
    orgId: number,
    sourceId: number,
    parts: EarlierParts & { known: Known; garbled: ReadonlySet<number> },
  ) {
    const { product, report, known } = parts;
    this.#garbled = parts.garbled;
    this.#product = product;
    this.#cache = parts.cache;
    this.#db = db;
    this.#orgId = orgId;
    this.#sourceId = sourceId;
    this.#report = report;
    this.known = known;
    this.#joining = new Joining(known.people);
    this.#gone = new GoneMessages(db, { orgId, sourceId, product, report, isLive: parts.isLive });
    this.#takenBack = new TakenBack({ product, report });
  }

  /** @returns undefined if nothing of the workspace came yet */
  static async open(db: Db, orgId: number, parts: EarlierParts): Promise<EarlierRuns | undefined> {
    const row = await db.q
      .selectFrom('import_source')
      .select('id')
      .where('org_id', '=', orgId)
      .where('product', '=', parts.product)
      .where('origin', '=', parts.former ?? parts.origin)
      .executeTakeFirst();
    if (!row) return undefined;
    const known = {
      people: await readItems(db, row.id, 'person'),
      channels: await readItems(db, row.id, 'channel'),
      directs: await readItems(db, row.id, 'direct'),
      emoji: await readItems(db, row.id, 'emoji'),
    };
    const isEmpty = Object.values(known).every((some) => some.size === 0);
    if (isEmpty) return undefined;
    const garbled = await findGarbled(db, {
      orgId,
      sourceId: row.id,
      product: parts.product,
      isLive: parts.isLive,
    });
    return new EarlierRuns(db, orgId, row.id, { ...parts, known, garbled });
  }

  /** Before the records of a batch. */
  async lookUp(records: readonly MessageRecord[], emojiAliases: Map<string, string>): Promise<void> {
    const keys = records.flatMap((record) => [record.id, ...partKeys(record)]);
    const items = await findItems(this.#db, this.#sourceId, 'message', keys);
    const threads = records.flatMap(({ thread }) => thread?.id ?? []);
    const again = records.filter(({ id }) => items.has(id));
    const first = this.#gone.findUnseen(again, items);
    this.#gone.see([...items.values()].map(({ localId }) => localId));
    for (const record of records) this.#noteTime(record, items.has(record.id));
    const where = { orgId: this.#orgId, sourceId: this.#sourceId, garbled: this.#garbled };
    const { edited, lacking, repaired } = await findCandidates(this.#db, where, again, items);
    const { changed } = this.#report.report;
    for (const { isEditedHere } of edited) changed[isEditedHere ? 'kept' : 'edited']++;
    changed.repaired += repaired.length;
    const { people, emoji } = this.known;
    const context = {
      orgId: this.#orgId,
      product: this.#product,
      cache: this.#cache,
      people,
      emoji,
      emojiAliases,
    };
    changed.reactions += (await findNewReactions(this.#db, context, again, items)).length;
    await this.#takenBack.look(this.#db, context, first, items);
    const { channels } = this.known;
    const channelsThere = this.#channelsThere;
    const { moves, kept } = await findMoves(
      this.#db,
      { orgId: this.#orgId, sourceId: this.#sourceId, cache: this.#cache, channels, channelsThere },
      first,
      items,
    );
    changed.moved += moves.length;
    noteKept(this.#report, kept);
    const changing = [...edited, ...lacking, ...repaired].map(({ record }) => record);
    const files = await findItems(
      ...([this.#db, this.#sourceId, 'file'] as const),
      changing.flatMap((record) => filesIn(record).map(({ id }) => id)),
    );
    this.found = {
      messages: new Set(items.keys()),
      threads: new Set((await findItems(this.#db, this.#sourceId, 'thread', threads)).keys()),
      changing: new Set(changing.map(({ id }) => id)),
      files: new Set(files.keys()),
    };
  }

  /** What people have here that they no longer have there. */
  async noteLeft(records: readonly SourceRecord[]): Promise<void> {
    const parts = {
      orgId: this.#orgId,
      sourceId: this.#sourceId,
      cache: this.#cache,
      people: this.known.people,
      report: this.#report,
    };
    const people = records.filter((record) => record.kind === 'person');
    if (people.length > 0) await findDeactivated(this.#db, parts, people);
    for (const person of people) this.#joining.note(person);
    for (const record of records) {
      if (record.kind === 'channel') this.#channelsThere.set(record.id, channelThere(record));
      const channelId = record.kind === 'channel' ? this.known.channels.get(record.id) : undefined;
      if (record.kind !== 'channel' || channelId === undefined) continue;
      await noteLeft(this.#db, parts, this.#product, { record, channelId });
      const here = this.#cache.channels.get(channelId);
      if (!here || isClosedHere(record, here)) continue;
      this.#report.report.changed.joined += await this.#joining.count(this.#db, parts, record, channelId);
    }
  }

  /** @returns the account of a person who came before */
  findPerson(record: SourceRecord): number | undefined {
    return record.kind === 'person' ? this.known.people.get(record.id) : undefined;
  }

  #noteTime({ place, sentAt }: MessageRecord, isEarlier: boolean): void {
    const [column, id] =
      'channel' in place
        ? (['channel_id', this.known.channels.get(place.channel)] as const)
        : (['direct_id', this.known.directs.get(place.direct)] as const);
    if (id !== undefined) this.#gone.noteTime(column, id, sentAt, isEarlier);
  }

  leaveOut({ id }: MessageRecord): void {
    this.#gone.leaveOut(id);
  }

  noteGap(): void {
    this.#gone.noteGap();
    this.#takenBack.noteGap();
  }

  async done(): Promise<void> {
    const { changed } = this.#report.report;
    changed.deleted = (await this.#gone.find()).length;
    changed.reactions_removed = this.#takenBack.done().length;
  }
}
