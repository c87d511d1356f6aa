/**
 * Finds messages of earlier runs that a newer export does not have: they were deleted in the source since. Exports of a range of
 * dates, or of some people, lack messages too, so only those count that are between others of their conversation, and only if
 * they are few and everything could be read.
 */
import type { Db } from '../../../../db/db.ts';
import { withIds } from '../../../../db/sql.ts';
import type { MessageRecord } from '../../records.ts';
import type { ReportBuilder } from '../../report.ts';
import { clientName } from '../message-rows.ts';
import { giveWay } from '../give-way.ts';
import { findItems, type KnownItem } from '../items.ts';

/** With its ID in the source. */
export interface GoneMessage {
  id: number;
  key: string;
}

interface GoneContext {
  orgId: number;
  sourceId: number;
  product: string;
  report: ReportBuilder;
  /** Whether a server handles requests meanwhile. */
  isLive: boolean;
}

/** The times of what the export has of a conversation. */
interface SeenRange {
  column: 'channel_id' | 'direct_id';
  id: number;
  from: number;
  to: number;
  hasEarlier: boolean;
}

const pageRows = 2000;
const keysAtOnce = 2000;
/** At most so many messages of a conversation, or this share of it, count as deleted. */
const fewMessages = 3;
const fewShare = 0.05;
/** More in all are another selection. */
const mostGone = 10_000;
const bitsPerBlock = 65_536;

export class GoneMessages {
  readonly #db: Db;
  readonly #context: GoneContext;
  /** Bits of the messages here that the export has, in blocks. */
  readonly #seen = new Map<number, Uint8Array>();
  readonly #ranges = new Map<string, SeenRange>();
  /** Keys of messages that the options leave out: they may have come before. */
  #leftOut: string[] = [];
  #hasGaps = false;
  #hasEarlier = false;

  constructor(db: Db, context: GoneContext) {
    this.#db = db;
    this.#context = context;
  }

  noteGap(): void {
    this.#hasGaps = true;
  }

  leaveOut(key: string): void {
    if (this.#leftOut.length < mostLeftOut) this.#leftOut.push(key);
    else this.#hasGaps = true;
  }

  see(ids: Iterable<number>): void {
    for (const id of ids) {
      const block = Math.floor(id / bitsPerBlock);
      const offset = id % bitsPerBlock;
      let bits = this.#seen.get(block);
      if (!bits) this.#seen.set(block, (bits = new Uint8Array(bitsPerBlock / 8)));
      bits[offset >> 3] = (bits[offset >> 3] ?? 0) | (1 << (offset & 7));
    }
  }

  /** The first records of messages here that the export has not had yet: it may have an ID twice, in two places. */
  findUnseen(records: readonly MessageRecord[], known: ReadonlyMap<string, KnownItem>): MessageRecord[] {
    const ids = new Set<number>();
    return records.filter((record) => {
      const id = known.get(record.id)?.localId;
      if (id === undefined || ids.has(id) || this.#isSeen(id)) return false;
      ids.add(id);
      return true;
    });
  }

  #isSeen(id: number): boolean {
    const bits = this.#seen.get(Math.floor(id / bitsPerBlock));
    return bits !== undefined && ((bits[(id % bitsPerBlock) >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  /** @param earlier Whether an earlier run brought it. */
  noteTime(column: SeenRange['column'], id: number, sentAt: number, earlier: boolean): void {
    const key = `${column}${id}`;
    const range = this.#ranges.get(key);
    this.#hasEarlier ||= earlier;
    if (!range) {
      this.#ranges.set(key, { column, id, from: sentAt, to: sentAt, hasEarlier: earlier });
      return;
    }
    range.from = Math.min(range.from, sentAt);
    range.to = Math.max(range.to, sentAt);
    range.hasEarlier ||= earlier;
  }

  /** After the last message. @param before The current run: what it brought itself is not gone. */
  async find(before = Number.MAX_SAFE_INTEGER): Promise<GoneMessage[]> {
    if (!this.#hasEarlier) return [];
    await this.#seeLeftOut();
    const missing: number[] = [];
    let isTooMany = false;
    for (const range of this.#ranges.values()) {
      if (!range.hasEarlier) continue;
      const { absent, all } = await this.#absentIn(range);
      if (absent.length > Math.max(fewMessages, all * fewShare)) isTooMany = true;
      else for (const one of absent) missing.push(one);
    }
    const gone = missing.length > mostGone ? [] : await this.#ofSource(missing, before);
    isTooMany ||= missing.length > mostGone;
    if (isTooMany || (this.#hasGaps && gone.length > 0))
      this.#context.report.problem(
        'messages of earlier imports',
        isTooMany
          ? 'Many of them are not in this export, which may be of other people or dates: they stay.'
          : 'Some of them are not in this export, parts of which could not be read: they stay.',
      );
    return this.#hasGaps ? [] : gone;
  }

  async #seeLeftOut(): Promise<void> {
    for (let at = 0; at < this.#leftOut.length; at += keysAtOnce) {
      const keys = this.#leftOut.slice(at, at + keysAtOnce);
      const items = await findItems(this.#db, this.#context.sourceId, 'message', keys);
      this.see([...items.values()].map(({ localId }) => localId));
    }
    this.#leftOut = [];
  }

  async #absentIn({ column, id, from, to }: SeenRange): Promise<{ absent: number[]; all: number }> {
    const { orgId, product } = this.#context;
    const absent: number[] = [];
    let all = 0;
    for (let after = 0; ;) {
      // Otherwise a server would answer nothing until the last page of the last conversation.
      const rows = await giveWay(this.#context.isLive, () =>
        this.#db.q
          .selectFrom('message')
          .select(['id', 'sent_at'])
          .where('org_id', '=', orgId)
          .where(column, '=', id)
          .where('client', '=', clientName(product))
          .where('id', '>', after)
          .orderBy('id')
          .limit(pageRows)
          .execute(),
      );
      for (const row of rows) {
        if (row.sent_at < from || row.sent_at > to) continue;
        all++;
        if (!this.#isSeen(row.id)) absent.push(row.id);
      }
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < pageRows) return { absent, all };
    }
  }

  /** There is no index by message: page by page, as above. */
  async #findEarlierItems(ids: ReadonlySet<number>, before: number) {
    const found: { source_key: string; local_id: number }[] = [];
    for (let after = ''; ;) {
      const rows = await giveWay(this.#context.isLive, () =>
        this.#db.q
          .selectFrom('import_item')
          .select(['source_key', 'local_id', 'is_ours', 'run_id'])
          .where('source_id', '=', this.#context.sourceId)
          .where('kind', '=', 'message')
          .where('source_key', '>', after)
          .orderBy('source_key')
          .limit(pageRows)
          .execute(),
      );
      for (const { source_key, local_id, is_ours: isOurs, run_id: runId } of rows)
        if (isOurs === 1 && runId < before && ids.has(local_id)) found.push({ source_key, local_id });
      after = rows.at(-1)?.source_key ?? '';
      if (rows.length < pageRows) return found;
    }
  }

  /** Without those of other sources, parts of messages that are there, and what people changed here. */
  async #ofSource(ids: readonly number[], before: number): Promise<GoneMessage[]> {
    if (ids.length === 0) return [];
    const { sourceId, orgId } = this.#context;
    const items = await this.#findEarlierItems(new Set(ids), before);
    const bases = items.map(({ source_key: key }) => key.replace(/ part \d+$/, ''));
    const known: Map<string, KnownItem> = await findItems(this.#db, sourceId, 'message', bases);
    const unchanged = new Set(await unchangedAmong(this.#db, orgId, ids));
    return items
      .filter(
        ({ local_id: id }, i) => unchanged.has(id) && !this.#isSeen(known.get(bases[i] ?? '')?.localId ?? 0),
      )
      .map(({ local_id: id, source_key: key }) => ({ id, key }));
  }
}

/** Those of the messages that are here and that nobody has edited or moved here. */
export async function unchangedAmong(db: Db, orgId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db.q
    .selectFrom('message')
    .select('id')
    .where(withIds(db.dialect, orgId, ids))
    .where('edit_history', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const mostLeftOut = 1_000_000;
