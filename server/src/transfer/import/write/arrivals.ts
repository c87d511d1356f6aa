/**
 * In channels that an import makes and whose history is shared, people have received what they received in the source: what they
 * did not is history to them, and in none of their feeds. An open membership begins with the first message that they received
 * after their last absence; what was before it is in spans that have ended.
 */
import type { Tx } from '../../../core/log/index.ts';
import type { MessageRecord } from '../records.ts';
import { clientName } from './message-rows.ts';
import type { ImportContext } from './context.ts';
import { giveWay } from './give-way.ts';
import { findItems, type KnownItem } from './items.ts';
import { addEndedSpans, beginAt, type EndedSpan } from './receipts.ts';

interface PlacedMessage {
  record: MessageRecord;
  channelId: number;
  id: number;
}

type Span = Omit<EndedSpan, 'channelId'>;

/** Channels in one transaction: one may have thousands of members. */
const finishedAtOnce = { alone: 100, live: 1 };

interface ChannelState {
  /** By user ID, since which message they receive those of the channel; `undefined` if they do not. */
  since: Map<number, number | undefined>;
  /** What the source says about messages that are not stored yet. */
  next: Map<number, boolean>;
  /** Messages that the import has stored. */
  first: number;
  last: number;
}

/** What a state was before a transaction, with those people only whom that has changed. */
type Before = ChannelState;

export class ChannelArrivals {
  readonly #context: ImportContext;
  /** By channel ID; `undefined` for those of earlier runs, where people have been members since. */
  readonly #channels = new Map<number, ChannelState | undefined>();
  /** The people for whom the source says what they received. */
  readonly #people = new Set<number>();
  /** Takes back what a transaction has noted that is not committed: it may run again. */
  readonly #before = new Map<ChannelState, Before>();

  constructor(context: ImportContext) {
    this.#context = context;
  }

  /** Before the transaction: notes what is stored already. */
  async begin(records: readonly MessageRecord[], known: ReadonlyMap<string, KnownItem>): Promise<void> {
    await this.#beginChannels(records);
    for (const record of records) {
      const id = known.get(record.id)?.localId;
      const state = id === undefined ? undefined : this.#stateFor(record);
      if (!state || id === undefined) continue;
      this.note(record);
      this.#pass(state, id);
    }
    this.commit();
  }

  async #beginChannels(records: readonly MessageRecord[]): Promise<void> {
    const { app, sourceId, runId, channels } = this.#context;
    const fresh = new Map<string, number>();
    for (const { place } of records) {
      const channelId = 'channel' in place ? channels.get(place.channel) : undefined;
      if ('channel' in place && channelId !== undefined && !this.#channels.has(channelId))
        fresh.set(place.channel, channelId);
    }
    const items = await findItems(app.db.read, sourceId, 'channel', [...fresh.keys()]);
    for (const [key, channelId] of fresh) {
      const item = items.get(key);
      const isOfThisRun = item?.runId === runId && item.isOurs;
      const state = { since: new Map(), next: new Map(), first: 0, last: 0 };
      this.#channels.set(channelId, isOfThisRun ? state : undefined);
    }
  }

  #stateFor({ place }: MessageRecord): ChannelState | undefined {
    const channelId = 'channel' in place ? this.#context.channels.get(place.channel) : undefined;
    return channelId === undefined ? undefined : this.#channels.get(channelId);
  }

  /** Notes it for the next message of the channel: this one may be left out. */
  note(record: MessageRecord): void {
    const state = record.arrivals && this.#stateFor(record);
    if (!state || !record.arrivals) return;
    this.#keep(state);
    for (const [list, isIn] of [
      [record.arrivals.left, false],
      [record.arrivals.joined, true],
    ] as const)
      for (const one of list) {
        const userId = this.#context.people.get(one);
        if (userId === undefined) continue;
        this.#people.add(userId);
        state.next.set(userId, isIn);
      }
  }

  /** @param messages In the order of their IDs. */
  async store(tx: Tx, messages: readonly PlacedMessage[]): Promise<void> {
    this.#restore();
    const allEnded: EndedSpan[] = [];
    for (const [channelId, some] of Map.groupBy(messages, (one) => one.channelId)) {
      const state = this.#channels.get(channelId);
      if (!state) continue;
      // From which message on each person is a member: of several absences, the last one counts.
      const since = new Map<number, number>();
      for (const { record, id } of some) {
        this.note(record);
        const { first } = state;
        const { began, ended } = this.#pass(state, id);
        for (const span of ended) allEnded.push({ channelId, ...span });
        // Those who were there when the channel began have been members since.
        if (first !== 0) for (const userId of began) since.set(userId, id);
      }
      await this.#beginAt(tx, channelId, since);
    }
    await addEndedSpans(tx, allEnded);
  }

  commit(): void {
    this.#before.clear();
  }

  #keep(state: ChannelState): Before {
    const known = this.#before.get(state);
    if (known) return known;
    const { next, first, last } = state;
    const before = { since: new Map(), next: new Map(next), first, last };
    this.#before.set(state, before);
    return before;
  }

  #restore(): void {
    for (const [state, { since, next, first, last }] of this.#before) {
      for (const [userId, from] of since) state.since.set(userId, from);
      Object.assign(state, { next, first, last });
    }
    this.#before.clear();
  }

  /** @returns who receives messages from this one on, and the spans that ended before it */
  #pass(state: ChannelState, id: number): { began: number[]; ended: Span[] } {
    const began: number[] = [];
    const ended: Span[] = [];
    const before = this.#keep(state);
    for (const [userId, isIn] of state.next) {
      const since = state.since.get(userId);
      if (isIn === (since !== undefined)) continue;
      if (isIn) began.push(userId);
      else if (since !== undefined) ended.push({ userId, from: since, to: id });
      if (!before.since.has(userId)) before.since.set(userId, since);
      state.since.set(userId, isIn ? id : undefined);
    }
    state.next.clear();
    state.first ||= id;
    state.last = id;
    return { began, ended };
  }

  /** @param since By user, from which message on. Nothing was sent here between those of one transaction. */
  async #beginAt(tx: Tx, channelId: number, since: ReadonlyMap<number, number>): Promise<void> {
    const moved = new Map<number, number>();
    let first = Infinity;
    for (const [userId, from] of since) {
      if ((tx.cache.members.get(channelId, userId)?.fromMessageId ?? from) >= from) continue;
      moved.set(userId, from);
      first = Math.min(first, from);
    }
    if (moved.size === 0 || (await this.#isUsed(tx, channelId, first))) return;
    await beginAt(tx, channelId, moved);
  }

  /** What people wrote here meanwhile was received by all members. */
  async #isUsed(tx: Tx, channelId: number, before: number): Promise<boolean> {
    if (!this.#context.isLive) return false;
    const row = await tx.q
      .selectFrom('message')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('id', '<', before)
      .where('client', '!=', clientName(this.#context.product))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** After the last message: members who received none of the messages of the source receive the later ones. */
  async finish(): Promise<void> {
    const { app, orgId, isLive } = this.#context;
    const most = finishedAtOnce[isLive ? 'live' : 'alone'];
    const channels = [...this.#channels];
    for (let at = 0; at < channels.length; at += most)
      await giveWay(isLive, () =>
        app.db.write(orgId, 'system', async (tx) => {
          for (const [channelId, state] of channels.slice(at, at + most))
            if (state && state.since.size > 0) await this.#finishChannel(tx, channelId, state);
        }),
      );
  }

  async #finishChannel(tx: Tx, channelId: number, { since, last }: ChannelState): Promise<void> {
    const { members } = tx.cache;
    const ended: EndedSpan[] = [];
    for (const [userId, from] of since)
      if (from !== undefined && !members.has(channelId, userId))
        ended.push({ channelId, userId, from, to: last + 1 });
    await addEndedSpans(tx, ended);
    const absent = [...members.findUsers(channelId)].filter(
      (userId) => this.#people.has(userId) && since.get(userId) === undefined,
    );
    await this.#beginAt(tx, channelId, new Map(absent.map((userId) => [userId, last + 1])));
  }
}
