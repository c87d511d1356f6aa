/**
 * Tracks changes of what public pages show, learned from the log: a page is served again without a database query
 * until something on it changes. In doubt all pages of an organization count as changed.
 */
import { nameKey } from '../../lib/text.ts';
import { defineService } from '../context/index.ts';
import type { EventRuleTable, Hub } from '../events/index.ts';
import { type Audience, type EditFields, type LogEntry, isEditEvent, isMessageEvent } from '../log/index.ts';

/** What a page shows. */
export interface ShownPlace {
  orgId: number;
  /** Its topics; every channel's where there is none. */
  channelId?: number;
  /** Its messages instead. */
  topicKey?: string;
  messageIds?: readonly number[];
}

/** Types of events after which no page shows anything else. */
function listUnseen(rules: EventRuleTable): ReadonlySet<string> {
  const unseen = [...rules].filter(
    ([, { to, isOnPages = true }]) =>
      !isOnPages || to.every((who) => who === 'administrators' || who === 'named'),
  );
  return new Set(unseen.map(([type]) => type));
}

/** An event for named users only changes no page, since pages show what everyone may see. */
const isForNamed = ({ users, ...others }: Audience): boolean =>
  users !== undefined && Object.keys(others).length === 0;

/** The maximum number of entries in each map. If there are more, all pages count as changed. */
const mostNoted = 50_000;

export const publicChanges = defineService(
  ({ hub }: { hub: Hub }) => new PublicChanges(listUnseen(hub.rules)),
);

class PublicChanges {
  readonly #unseen: ReadonlySet<string>;
  /** Counts commits. All other numbers are values of it. */
  #now = 1;
  /** Pages that were made before this count as changed. */
  #floor = 0;
  /** Whether there may be pages that were made since. */
  #isObserved = false;
  /** By organization, the last change that may be seen on any of its pages. */
  readonly #everywhere = new Map<number, number>();
  /** By organization, the last change of messages in any channel. */
  readonly #anywhere = new Map<number, number>();
  readonly #channels = new Map<number, number>();
  readonly #topics = new Map<string, number>();
  readonly #messages = new Map<number, number>();

  constructor(unseen: ReadonlySet<string>) {
    this.#unseen = unseen;
  }

  /** Call it before a page is made. */
  observe(): number {
    this.#isObserved = true;
    return this.#now;
  }

  /** Called with what was committed, in log order. */
  committed(entries: readonly LogEntry[]): void {
    this.#now++;
    if (!this.#isObserved) this.#floor = this.#now;
    else for (const entry of entries) this.#note(entry);
    const sizes = [this.#channels.size, this.#topics.size, this.#messages.size];
    if (sizes.some((size) => size > mostNoted)) this.#start();
  }

  /** Called when commits may have been missed. */
  missed(): void {
    this.#now++;
    this.#start();
  }

  /** @param since What `observe` returned before the page was made. */
  isUnchanged(since: number, { orgId, channelId, topicKey, messageIds = [] }: ShownPlace): boolean {
    const isOld = (at: number | undefined) => (at ?? 0) <= since;
    if (since < this.#floor || !isOld(this.#everywhere.get(orgId))) return false;
    if (channelId === undefined) return isOld(this.#anywhere.get(orgId));
    if (topicKey === undefined) return isOld(this.#channels.get(channelId));
    if (!isOld(this.#topics.get(getKey(channelId, topicKey)))) return false;
    return this.#messages.size === 0 || messageIds.every((id) => isOld(this.#messages.get(id)));
  }

  #note(entry: LogEntry): void {
    const { orgId, type, audience, touched } = entry;
    for (const [channelId, keys] of touched?.topics ?? [])
      for (const key of keys) this.#noteTopic(orgId, channelId, key);
    if (touched?.organization || touched?.users || touched?.channels) this.#everywhere.set(orgId, this.#now);
    if (this.#unseen.has(type)) return;
    const { event } = entry;
    if (isMessageEvent(event)) this.#noteNamed(orgId, event.message.stream_id, event.message.subject);
    else if (isEditEvent(event)) this.#noteEdit(orgId, event.fields);
    else if (type === 'delete_message')
      this.#noteNamed(orgId, asNumber(event.stream_id), String(event.topic));
    else if (type === 'reaction' || type === 'submessage')
      this.#messages.set(Number(event.message_id), this.#now);
    else if (!isForNamed(audience)) this.#everywhere.set(orgId, this.#now);
  }

  #noteEdit(orgId: number, fields: EditFields): void {
    for (const id of fields.message_ids) this.#messages.set(id, this.#now);
    const { stream_id: from, new_stream_id: to = from, orig_subject: before, subject: after } = fields;
    if (before !== undefined) this.#noteNamed(orgId, from, before);
    if (after !== undefined) this.#noteNamed(orgId, to, after);
    if (to !== from && (before === undefined || after === undefined)) this.#everywhere.set(orgId, this.#now);
  }

  /** Nothing of direct messages is ever shown. */
  #noteNamed(orgId: number, channelId: number | undefined, topic: string): void {
    if (channelId !== undefined) this.#noteTopic(orgId, channelId, nameKey(topic));
  }

  #noteTopic(orgId: number, channelId: number, key: string): void {
    this.#anywhere.set(orgId, this.#now);
    this.#channels.set(channelId, this.#now);
    this.#topics.set(getKey(channelId, key), this.#now);
  }

  #start(): void {
    this.#isObserved = false;
    for (const noted of [this.#channels, this.#topics, this.#messages]) noted.clear();
    this.#floor = this.#now;
  }
}

const getKey = (channelId: number, topicKey: string): string => `${channelId} ${topicKey}`;

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
