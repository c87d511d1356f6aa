/**
 * Imports messages in batches of some hundred, each with its reactions, files, flags, search words and source IDs in one transaction,
 * so that an interrupted run continues after the last batch.
 */
import type { MessageRecord } from '../records.ts';
import { ChannelArrivals } from './arrivals.ts';
import { bringFiles } from './attachments.ts';
import type { ImportContext } from './context.ts';
import { eraseMessages } from '../undo/erase.ts';
import { giveWay } from './give-way.ts';
import { findItems, type KnownItem } from './items.ts';
import type { Tx } from '../../../core/log/index.ts';
import { noteChanges, reactionDetail } from './later/changes.ts';
import { GoneMessages, unchangedAmong, type GoneMessage } from './later/gone.ts';
import { refresh } from './later/refresh.ts';
import { eraseReactions, TakenBack, type StoredReaction } from './later/taken-back.ts';
import { unlistedAuthor, writePeople } from './people.ts';
import type { ReadMarks } from './read-marks.ts';
import { Renderer } from './renderer.ts';
import { partKeys } from '../reading/split.ts';
import { findConversationId } from './texts.ts';
import type { Topics } from './topics.ts';

import { Batch, type BatchParts, type ResolvedMessage } from './batch.ts';

/** Cached words of the search index: a few megabytes. */
const mostWords = 50_000;
const erasedAtOnce = 100;

export class MessageWriter {
  readonly #context: ImportContext;
  readonly #topics: Topics;
  readonly #marks: ReadMarks;
  readonly #renderer: Renderer;
  readonly #arrivals: ChannelArrivals;
  readonly #gone: GoneMessages;
  readonly #takenBack: TakenBack;
  readonly #words = new Set<string>();
  /** Channels whose first message is known. */
  readonly #begun = new Set<number>();

  constructor(context: ImportContext, topics: Topics, marks: ReadMarks) {
    this.#context = context;
    this.#topics = topics;
    this.#marks = marks;
    this.#renderer = new Renderer(context);
    this.#arrivals = new ChannelArrivals(context);
    this.#gone = new GoneMessages(context.app.db.read, context);
    this.#takenBack = new TakenBack(context);
  }

  async write(records: readonly MessageRecord[]): Promise<void> {
    const { app, orgId, sourceId, runId, report } = this.#context;
    report.count('messages', 'found', countWhole(records));
    const known = await findItems(
      app.db.read,
      sourceId,
      'message',
      records.map(({ id }) => id),
    );
    const again = records.filter(({ id }) => known.has(id));
    report.count('messages', 'known', countWhole(again));
    const first = this.#gone.findUnseen(again, known);
    await this.#noteAgain(again, known);
    this.#noteTimes(records, known);
    const refreshed = { records: again, first, known };
    await refresh({ context: this.#context, renderer: this.#renderer }, refreshed);
    const isEarlier = ({ id }: MessageRecord) => (known.get(id)?.runId ?? runId) < runId;
    await this.#takenBack.look(app.db.read, this.#context, first.filter(isEarlier), known);
    await this.#arrivals.begin(records, known);
    const fresh = await this.#place(this.#unknown(records, known));
    if (fresh.length === 0) return;
    const files = await bringFiles(
      this.#context,
      fresh.map(({ record }) => record),
    );
    const stored = await app.db.write(orgId, 'system', (tx) =>
      new Batch(tx, this.#parts(), fresh, files).store(),
    );
    report.count('messages', 'added', countWhole(fresh.map(({ record }) => record)));
    report.count('threads', 'added', stored.threads);
    report.count('threads', 'found', stored.threads);
    report.count('reactions', 'added', stored.reactions);
    for (const file of files.values())
      if (file.stored) {
        report.count('files', 'added');
        report.report.file_bytes += file.stored.size;
      }
    this.#arrivals.commit();
    this.#marks.add(stored.places);
    this.#gone.see(stored.places.map(({ id }) => id));
    if (this.#words.size > mostWords) this.#words.clear();
    this.#topics.forgetOldest();
  }

  /** Records a message that is left out. */
  leaveOut(record: MessageRecord): void {
    this.#gone.leaveOut(record.id);
    this.#arrivals.note(record);
  }

  /** After the last message. */
  async finish(): Promise<void> {
    await this.#arrivals.finish();
    await this.#eraseGone();
    await this.#eraseTakenBack();
  }

  /** Messages that the export has may be unknown. */
  noteGap(): void {
    this.#gone.noteGap();
    this.#takenBack.noteGap();
  }

  #noteTimes(records: readonly MessageRecord[], known: ReadonlyMap<string, KnownItem>): void {
    for (const record of records) {
      const placeId = findConversationId(this.#context, record);
      const item = known.get(record.id);
      const column = 'channel' in record.place ? 'channel_id' : 'direct_id';
      const isEarlier = item !== undefined && item.runId < this.#context.runId;
      if (placeId !== undefined) this.#gone.noteTime(column, placeId, record.sentAt, isEarlier);
    }
  }

  /** What was deleted there since an earlier run. */
  async #eraseGone(): Promise<void> {
    const { app, orgId, isLive, report, runId } = this.#context;
    const gone = await this.#gone.find(runId);
    for (let at = 0; at < gone.length; at += erasedAtOnce) {
      const some = gone.slice(at, at + erasedAtOnce);
      report.report.changed.deleted += await giveWay(isLive, () =>
        // People go on editing meanwhile.
        app.db.write(orgId, 'system', (tx) => eraseGone(tx, this.#context, some)),
      );
    }
  }

  /** Reactions that people took back there since an earlier run. */
  async #eraseTakenBack(): Promise<void> {
    const { app, orgId, isLive, report } = this.#context;
    const found = this.#takenBack.done();
    for (let at = 0; at < found.length; at += erasedAtOnce) {
      const some = found.slice(at, at + erasedAtOnce);
      const erased = await giveWay(isLive, () =>
        app.db.write(orgId, 'system', (tx) => takeBack(tx, this.#context, some)),
      );
      report.report.changed.reactions_removed += erased.length;
    }
  }

  /** Messages that an earlier attempt of the same run imported, with all parts of those that were split. */
  async #noteAgain(records: readonly MessageRecord[], known: Map<string, KnownItem>): Promise<void> {
    const { app, sourceId, runId } = this.#context;
    const parts = await findItems(app.db.read, sourceId, 'message', records.flatMap(partKeys));
    this.#gone.see([...known.values(), ...parts.values()].map(({ localId }) => localId));
    const items = [...known.values(), ...parts.values()].filter((item) => item.runId === runId);
    await this.#marks.again(items.map(({ localId }) => localId));
  }

  #parts(): BatchParts {
    return {
      context: this.#context,
      topics: this.#topics,
      renderer: this.#renderer,
      words: this.#words,
      begun: this.#begun,
      arrivals: this.#arrivals,
    };
  }

  /** Messages that are not imported yet, each once: an export may use an ID for several messages. */
  #unknown(records: readonly MessageRecord[], known: ReadonlyMap<string, KnownItem>): MessageRecord[] {
    const { report } = this.#context;
    const seen = new Set<string>();
    return records.filter(({ id }) => {
      if (known.has(id)) return false;
      if (!seen.has(id)) return seen.add(id);
      report.count('messages', 'skipped');
      report.problem(`message ${id}`, 'A message before it has the same ID.');
      return false;
    });
  }

  /** Drops messages without a destination. Creates authors that no list contains. */
  async #place(records: readonly MessageRecord[]): Promise<ResolvedMessage[]> {
    const { people, report } = this.#context;
    const unknown = new Map<string, MessageRecord>();
    for (const record of records) if (!people.has(record.sender)) unknown.set(record.sender, record);
    if (unknown.size > 0) await writePeople(this.#context, [...unknown.values()].map(unlistedAuthor));
    const placed: ResolvedMessage[] = [];
    for (const record of records) {
      const localId = findConversationId(this.#context, record);
      const senderId = people.get(record.sender);
      if (localId === undefined || senderId === undefined) {
        report.count('messages', 'skipped');
        report.problem(`message ${record.id}`, 'Its channel or conversation did not come.');
        continue;
      }
      const isChannel = 'channel' in record.place;
      placed.push({
        record,
        senderId,
        channelId: isChannel ? localId : null,
        directId: isChannel ? null : localId,
      });
    }
    return placed;
  }
}

async function eraseGone(tx: Tx, context: ImportContext, found: readonly GoneMessage[]): Promise<number> {
  const ids = await unchangedAmong(
    tx,
    tx.orgId,
    found.map(({ id }) => id),
  );
  const count = await eraseMessages(tx, ids);
  const gone = new Set(ids);
  const changes = found.filter(({ id }) => gone.has(id));
  await noteChanges(
    ...([tx, context, 'gone'] as const),
    changes.map(({ id, key }) => ({ messageId: id, detail: key, former: null })),
  );
  return count;
}

async function takeBack(
  tx: Tx,
  context: ImportContext,
  found: readonly StoredReaction[],
): Promise<StoredReaction[]> {
  const erased = await eraseReactions(tx, found);
  const changes = erased.map(({ message_id: messageId, user_id, emoji_name, emoji_code, kind }) => ({
    messageId,
    detail: reactionDetail({ user_id, emoji_code, kind }),
    former: { user_id, emoji_name, emoji_code, kind },
  }));
  await noteChanges(tx, context, 'taken', changes);
  return erased;
}

/** Only the first part of a long message counts. */
const countWhole = (records: readonly MessageRecord[]): number =>
  records.filter(({ isContinued }) => isContinued !== true).length;
