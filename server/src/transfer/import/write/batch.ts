/** Writes messages and everything that belongs to them in one transaction. */
import { Bulk, takeIds, type BulkTable } from '../../../db/bulk.ts';
import { flagTable } from '../../../db/schema/bulk-tables.ts';
import type { Tx } from '../../../core/log/index.ts';
import { indexStored, noteInTopic, type IndexedRow } from '../../../core/messages/index.ts';
import { flagBit, trait } from '../../../core/read-state/index.ts';
import { getTraits } from '../../../features/message-send/index.ts';
import { beginWidget } from '../../../features/submessages/index.ts';
import { enqueueShowingThumbnails } from '../../../features/uploads/index.ts';
import { renderVersion } from '../../../lib/markdown/render.ts';
import { widgetIn } from '../../../lib/markdown/widgets.ts';
import { nameKey } from '../../../lib/text.ts';
import type { markNames, MessageRecord } from '../records.ts';
import { plainWords } from '../text.ts';
import type { ChannelArrivals } from './arrivals.ts';
import { addRows, loadPreviews, type BroughtFiles } from './attachments.ts';
import type { ImportContext } from './context.ts';
import { storeItems, type Item } from './items.ts';
import { locateMessages } from './locate.ts';
import { clientName, insertMessages, type ImportedMessage } from './message-rows.ts';
import type { Rendered } from '../../../lib/markdown/render.ts';
import { storeReceipts, type ImportedReceipts } from './receipts.ts';
import { pinRows, pinTable, reactionRows, reactionTable } from './reactions.ts';
import type { Renderer } from './renderer.ts';
import { partKey, split } from '../reading/split.ts';
import {
  getContent,
  linkedMessages,
  replyLine,
  textSources,
  type KnownMessage,
  type TextSources,
} from './texts.ts';
import type { Topics } from './topics.ts';

const claimTable: BulkTable = {
  name: 'attachment_claim',
  columns: { attachment_id: 'int', message_id: 'int' },
};

const markBits = {
  unread: flagBit.keptUnread,
  mentioned: flagBit.mentioned,
  topicWildcardMentioned: flagBit.topicWildcardMentioned,
  hasAlertWord: flagBit.hasAlertWord,
  collapsed: flagBit.collapsed,
  historical: flagBit.historical,
} as const satisfies Record<(typeof markNames)[number], number>;

type Row = (number | string | null)[];

/** A record with everything that is known when its transaction begins. */
export interface ResolvedMessage {
  record: MessageRecord;
  senderId: number;
  channelId: number | null;
  directId: number | null;
}

export interface BatchParts {
  context: ImportContext;
  topics: Topics;
  renderer: Renderer;
  words: Set<string>;
  begun: Set<number>;
  arrivals: ChannelArrivals;
}

export interface StoredPlace {
  id: number;
  channelId: number | null;
  directId: number | null;
}

interface BatchResult {
  places: StoredPlace[];
  threads: number;
  reactions: number;
}

/** One transaction. */
export class Batch {
  readonly #tx: Tx;
  readonly #parts: BatchParts;
  readonly #placed: readonly ResolvedMessage[];
  readonly #files: BroughtFiles;
  readonly #messages: ImportedMessage[] = [];
  readonly #messageById = new Map<number, ImportedMessage>();
  readonly #indexed: IndexedRow[] = [];
  readonly #items: Item[] = [];
  readonly #threads: Item[] = [];
  readonly #flags = new Map<string, Row>();
  readonly #pins: Row[] = [];
  readonly #claims: Row[] = [];
  readonly #reactions: Row[] = [];
  readonly #lastInTopic = new Map<string, { channelId: number; topic: string; id: number }>();
  readonly #awaiting: number[] = [];
  readonly #widgets: { senderId: number; id: number; widget: string }[] = [];
  readonly #receipts: ImportedReceipts[] = [];
  readonly #located = new Map<string, KnownMessage>();

  constructor(tx: Tx, parts: BatchParts, placed: readonly ResolvedMessage[], files: BroughtFiles) {
    this.#tx = tx;
    this.#parts = parts;
    this.#placed = placed;
    this.#files = files;
  }

  async store(): Promise<BatchResult> {
    const tx = this.#tx;
    const { context, words, renderer } = this.#parts;
    await addRows(tx, context, this.#files, this.#owners());
    renderer.begin(tx.cache, await loadPreviews(tx, this.#files));
    const earlier = await this.#locateEarlier();
    const locate = (key: string) => this.#located.get(key) ?? earlier.get(key);
    const sources = textSources(context, tx.cache, this.#files, locate);
    const drafts = this.#placed.map(({ record }) => split(getContent(record, sources)));
    const ids = await takeIds(
      tx,
      'message',
      drafts.reduce((all, parts) => all + parts.length, 0),
    );
    const topics: string[] = [];
    const own: number[][] = [];
    // Messages may link to later ones, so all get their IDs before anything is written.
    for (const [i, placed] of this.#placed.entries()) {
      const parts = drafts[i] ?? [];
      own.push(ids.splice(0, parts.length));
      topics.push(await this.#locate(placed, parts[0] ?? '', own[i] ?? [], sources));
    }
    for (const [i, placed] of this.#placed.entries())
      this.#add(placed, topics[i] ?? '', drafts[i] ?? [], own[i] ?? [], sources);
    await this.#insertAll((own[0]?.[0] ?? 1) - 1, words);
    return {
      places: this.#messages.map(({ id, channel_id: channelId, direct_id: directId }) => ({
        id,
        channelId,
        directId,
      })),
      threads: this.#threads.length,
      reactions: this.#reactions.length,
    };
  }

  #owners(): Map<string, { userId: number; sentAt: number }> {
    const owners = new Map<string, { userId: number; sentAt: number }>();
    for (const { record, senderId } of this.#placed)
      for (const id of fileIds(record))
        if (!owners.has(id)) owners.set(id, { userId: senderId, sentAt: record.sentAt });
    return owners;
  }

  /** Messages that the batch refers to and that exist already. */
  async #locateEarlier(): Promise<Map<string, KnownMessage>> {
    const { context, topics } = this.#parts;
    const inBatch = new Set(this.#placed.map(({ record }) => record.id));
    const keys = new Set<string>();
    const threads = new Set<string>();
    for (const { record } of this.#placed) {
      for (const key of linkedMessages(record.text)) keys.add(key);
      const { thread } = record;
      if (!thread || thread.isRoot) continue;
      keys.add(thread.id);
      if (!topics.isKnown(thread.id)) threads.add(thread.id);
    }
    for (const key of inBatch) keys.delete(key);
    for (const [key, { topic }] of await locateMessages(this.#tx, context.sourceId, 'thread', [...threads]))
      topics.remember(key, topic);
    return locateMessages(this.#tx, context.sourceId, 'message', [...keys]);
  }

  /** @returns the topic. */
  async #locate(
    placed: ResolvedMessage,
    draft: string,
    ids: readonly number[],
    sources: TextSources,
  ): Promise<string> {
    const { record, channelId, directId } = placed;
    const { context, topics } = this.#parts;
    const [id = 0] = ids;
    const root = this.#findRoot(record, sources);
    const { topic, begins } =
      channelId === null
        ? { topic: '', begins: false }
        : await topics.topicFor(this.#tx, channelId, record, () => plainWords(root?.content ?? draft));
    if (begins && record.thread) this.#threads.push({ key: record.thread.id, localId: id });
    for (const [n, localId] of ids.entries())
      this.#items.push({ key: n === 0 ? record.id : partKey(record.id, n + 1), localId });
    const people = context.directMembers.get(directId ?? 0) ?? [];
    this.#located.set(record.id, { id, channelId, topic, people, content: draft });
    return topic;
  }

  #findRoot({ thread }: MessageRecord, sources: TextSources): KnownMessage | undefined {
    return thread && !thread.isRoot ? sources.locate(thread.id) : undefined;
  }

  #add(
    placed: ResolvedMessage,
    topic: string,
    drafts: readonly string[],
    ids: readonly number[],
    sources: TextSources,
  ): void {
    const { record, channelId } = placed;
    const root = this.#findRoot(record, sources);
    const isInThread = channelId !== null && topic !== this.#parts.topics.main;
    const lead = root && !isInThread && record.isContinued !== true ? replyLine(sources.cache, root) : '';
    const written = linkedMessages(record.text).length === 0 ? drafts : split(getContent(record, sources));
    const parts = written.length === ids.length ? written : drafts;
    const receivers = channelId === null ? undefined : this.#receivers(record);
    if (channelId !== null && receivers)
      for (const messageId of ids) this.#receipts.push({ channelId, messageId, receivers });
    for (const [n, part] of parts.entries())
      this.#addRow(placed, ids[n] ?? 0, topic, n === 0 ? lead + part : part);
    this.#addExtras(placed, ids[0] ?? 0);
  }

  #addRow(placed: ResolvedMessage, id: number, topic: string, content: string): void {
    const { record, senderId, channelId, directId } = placed;
    const { orgId, product } = this.#parts.context;
    const rendered = this.#parts.renderer.render(senderId, content);
    this.#flagMentioned(placed, id, rendered);
    const isWildcard =
      channelId !== null && (rendered.wildcard === 'channel' || rendered.wildcard === 'both');
    const mentions = {
      mentioned: [],
      mentionedGroups: [],
      topicMentioned: [],
      isChannelWildcard: isWildcard,
    };
    const claimed = rendered.hasAttachment ? this.#claim(record, id) : false;
    const traits = getTraits(rendered, mentions, claimed);
    const key = channelId === null ? '' : nameKey(topic);
    const message: ImportedMessage = {
      id,
      org_id: orgId,
      channel_id: channelId,
      direct_id: directId,
      sender_id: senderId,
      topic,
      topic_key: key,
      content,
      rendered: rendered.html,
      render_version: renderVersion,
      client: clientName(product),
      sent_at: record.sentAt,
      traits,
      edited_at: record.editedAt ?? null,
      moved_at: record.movedAt ?? null,
    };
    this.#messages.push(message);
    this.#messageById.set(id, message);
    this.#indexed.push({
      id,
      channel_id: channelId,
      direct_id: directId,
      sender_id: senderId,
      topic,
      content,
      rendered: rendered.html,
    });
    if (rendered.awaitedThumbnails.length > 0) this.#awaiting.push(id);
    const widget = record.mayBeWidget === true ? widgetIn(content)?.content : undefined;
    if (widget !== undefined) {
      message.traits |= trait.hasSubmessage;
      this.#widgets.push({ senderId, id, widget });
    }
    if (channelId !== null) this.#lastInTopic.set(`${channelId} ${key}`, { channelId, topic, id });
  }

  /** Flags the mentioned people in messages of products whose exports do not say who was mentioned. */
  #flagMentioned(
    { record, senderId, channelId, directId }: ResolvedMessage,
    id: number,
    rendered: Rendered,
  ): void {
    if (record.marks !== undefined) return;
    const receivers = this.#receivers(record);
    const isPresent = this.#parts.renderer.presence(this.#tx, channelId, directId);
    for (const userId of rendered.mentionedUsers)
      if (userId !== senderId && isPresent(userId) && receivers?.has(userId) !== false)
        this.#flag(userId, id, flagBit.mentioned);
  }

  /** The people who received a message, in channels whose history is not shared. */
  #receivers({ receivedBy }: MessageRecord): ReadonlySet<number> | undefined {
    const { people } = this.#parts.context;
    return receivedBy && new Set(receivedBy.map((one) => people.get(one)).filter((one) => one !== undefined));
  }

  #claim(record: MessageRecord, id: number): boolean {
    const files = new Set(fileIds(record).map((one) => this.#files.get(one)?.id));
    files.delete(undefined);
    for (const file of files) if (file !== undefined) this.#claims.push([file, id]);
    return files.size > 0;
  }

  #flag(userId: number, messageId: number, bit: number): void {
    const key = `${userId} ${messageId}`;
    const row = this.#flags.get(key) ?? [userId, messageId, 0];
    row[2] = Number(row[2]) | bit;
    this.#flags.set(key, row);
  }

  #addExtras({ record, senderId }: ResolvedMessage, id: number): void {
    const { context } = this.#parts;
    this.#pins.push(...pinRows(context, record, senderId, id));
    for (const person of record.starredBy ?? []) {
      const userId = context.people.get(person);
      if (userId !== undefined) this.#flag(userId, id, flagBit.starred);
    }
    for (const { person, names } of record.marks ?? []) {
      const userId = context.people.get(person);
      if (userId !== undefined) for (const name of names) this.#flag(userId, id, markBits[name]);
    }
    if (!record.reactions?.length) return;
    const rows = reactionRows(context, this.#tx.cache, record, id);
    if (rows.length === 0) return;
    this.#reactions.push(...rows);
    const message = this.#messageById.get(id);
    if (message) message.traits |= trait.hasReaction;
  }

  async #insertAll(before: number, words: Set<string>): Promise<void> {
    const tx = this.#tx;
    const bulk = new Bulk(tx);
    await insertMessages(bulk, this.#messages);
    await bulk.insert(flagTable, [...this.#flags.values()]);
    await bulk.insert(pinTable, this.#pins);
    await storeReceipts(tx, this.#receipts);
    await this.#storeArrivals();
    for (const { senderId, id, widget } of this.#widgets) {
      const sender = tx.cache.users.get(senderId);
      if (sender) await beginWidget(tx, sender, id, widget);
    }
    await bulk.insert(claimTable, this.#claims);
    await bulk.insert(reactionTable, this.#reactions);
    await storeItems(tx, this.#parts.context, 'message', this.#items);
    await storeItems(tx, this.#parts.context, 'thread', this.#threads);
    for (const { channelId, topic, id } of this.#lastInTopic.values())
      await noteInTopic(tx, channelId, topic, id);
    await this.#noteBeginnings();
    // An entry of the log: no other node sends messages with ids that it has kept, which are below these.
    await tx.touch({});
    // Other nodes may have taken ids between these: then all are left to the indexer.
    if (!this.#parts.context.app.peers.areAllowed) await indexStored(tx, this.#indexed, before, words);
    for (let at = 0; at < this.#awaiting.length; at += 50)
      await enqueueShowingThumbnails(tx, this.#awaiting.slice(at, at + 50));
  }

  async #storeArrivals(): Promise<void> {
    const messages = this.#placed.flatMap(({ record, channelId }) => {
      const id = this.#located.get(record.id)?.id;
      return channelId === null || id === undefined ? [] : [{ record, channelId, id }];
    });
    await this.#parts.arrivals.store(this.#tx, messages);
  }

  /** Clients need to know the first message of a channel. */
  async #noteBeginnings(): Promise<void> {
    const { begun } = this.#parts;
    const first = new Map<number, number>();
    for (const { id, channel_id: channelId } of this.#indexed)
      if (channelId !== null && !begun.has(channelId) && !first.has(channelId)) first.set(channelId, id);
    if (first.size === 0) return;
    for (const [channelId, id] of first) {
      begun.add(channelId);
      await this.#tx.q
        .updateTable('channel')
        .set({ first_message_id: id })
        .where('id', '=', channelId)
        .where('org_id', '=', this.#tx.orgId)
        .where('first_message_id', 'is', null)
        .execute();
    }
    await this.#tx.touch({ channels: [...first.keys()] });
  }
}

function fileIds({ files = [], text }: MessageRecord): string[] {
  const ids = files.map(({ id }) => id);
  for (const piece of text) if (typeof piece === 'object' && 'file' in piece) ids.push(piece.file.id);
  return ids;
}
