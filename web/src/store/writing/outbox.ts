/**
 * Messages that were sent and are not in the history yet: local echo and send queue in one state machine.
 *
 *   sending -- response --------------> sent (has its ID) -- event or fetch --> removed
 *   sending -- event -----------------> removed
 *   sending -- no connection ---------> sending, retried after a pause with the same key
 *   sending -- could not be stored ---> sending, retried when the server can store again
 *   sending -- refused, or a day ago -> failed -- retry --> sending; edit or discard --> removed
 *
 * A message waits for a connection for a day, and fails earlier only if it is refused. From the second attempt without success
 * the page shows that it waits: the person can have it tried at once, or discard it.
 *
 * The key is the queue of the first attempt with the local ID. The server remembers it for a day, so that a retry never
 * sends a message twice, even after another registration, and repeats a response that was lost. Messages of one
 * conversation are sent one after another, which keeps their order. Before a retry, the conversation is located: a reply to
 * a topic that was renamed meanwhile would begin another one with the old name. A message whose file is still being
 * uploaded has its place before it is there: what is written to its conversation meanwhile is held until then.
 */
import type { KeyedError } from '../../../../wire/errors/catalogue.ts';
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Event } from '../../../../wire/events.ts';
import { narrowKey, type Destination } from '../narrow/narrow.ts';
import { parseStored } from '../base/storage.ts';

export type OutboxItem = {
  readonly localId: string;
  readonly queueId: string;
  readonly to: Destination;
  /** A message of the conversation, by which it is found if it was moved while this one could not be sent. */
  readonly beside?: number;
  /** The destination of earlier attempts, if the conversation was moved since. */
  readonly movedFrom?: Destination;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly state: 'sending' | 'sent' | 'failed';
  /** Whether several attempts have found no connection, or a server that can store nothing. */
  readonly isWaiting?: true;
  readonly messageId?: number;
  /** Why the server refused it; absent if it waited too long. */
  readonly reason?: string;
  /** Key and values for the translation of the reason. */
  readonly error?: KeyedError;
};

export type SendResult =
  | { kind: 'sent'; messageId: number }
  | { kind: 'refused'; reason: string; error?: KeyedError }
  | { kind: 'unreachable'; afterMs?: number }
  /** The server responds, but cannot store anything. */
  | { kind: 'notStored'; afterMs?: number };

/** The place of a message that is added later, before those that wait for it. */
export type OutboxHold = {
  to: Destination;
  /** Their local IDs. */
  readonly held: Set<string>;
};

export type OutboxOptions = {
  send: (item: OutboxItem) => Promise<SendResult>;
  /** Resolves when a retry makes sense. `attempt` counts from 1; `afterMs` is what the server asked for. */
  wait: (attempt: number, afterMs: number) => Promise<void>;
  /** The same for a server that cannot store: resolves when it can, or when a retry makes sense. */
  waitForStorage: (attempt: number, afterMs: number) => Promise<void>;
  /** Whether the history has the message already: after a reload, it may be fetched before the response arrives. */
  isHere?: (messageId: number) => boolean;
  /** A message of the conversation, if one is known. */
  findBeside?: (to: Destination) => number | undefined;
  /** Where a conversation was moved, by a message that was in it; undefined if it was not, or if that cannot be found out. */
  locate?: (from: Destination, messageId: number) => Promise<Destination | undefined>;
  /** Unique among all pages of this person. */
  newId: () => string;
  now: () => number;
  /** Storage that survives a reload. */
  saved?: readonly OutboxItem[];
  save?: (items: readonly OutboxItem[]) => void;
};

type NotSent = Extract<SendResult, { kind: 'unreachable' | 'notStored' }>;

/** How often an item has met what. */
type Met = Record<NotSent['kind'], number>;

/** The server recognizes repeated sends for a day; later, a retry might send a message twice, so the person decides about it. */
export const resendMs = 20 * 3600_000;

/** A connection that is lost for a moment is not worth a word. */
const attemptsUnseen = 2;

type Store = Pick<Storage, 'getItem'>;

/** Where a tab stores unsent messages. */
export const outboxKey = 'heddle-outbox';

export const savedIn = (storage: Store): OutboxItem[] => parseStored(storage.getItem(outboxKey), []);

/** Messages that nobody else has received. */
export const unsentIn = (storage: Store): OutboxItem[] =>
  savedIn(storage).filter(({ state }) => state !== 'sent');

/** All methods may be called at any time; `items` contains what is shown. */
export class Outbox {
  readonly items: ReadonlySignal<readonly OutboxItem[]>;
  readonly #items: Signal<readonly OutboxItem[]>;
  readonly #options: OutboxOptions;
  /** Conversations with a pending request. */
  readonly #busy = new Set<string>();
  /** IDs of messages of an earlier time, whose conversations may have been moved. */
  readonly #old = new Set<string>();
  readonly #holds = new Set<OutboxHold>();
  /** Ends the pauses between attempts, by local ID. */
  readonly #pauses = new Map<string, () => void>();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#items = signal<readonly OutboxItem[]>(options.saved ?? []);
    this.items = this.#items;
    this.#resume(this.#items.peek());
  }

  /** Messages that are written to this conversation from here are sent after the one for which `add` gets the hold. */
  hold(to: Destination): OutboxHold {
    const hold: OutboxHold = { to, held: new Set() };
    this.#holds.add(hold);
    return hold;
  }

  /** Sends what was held. */
  release(hold: OutboxHold): void {
    this.#holds.delete(hold);
    for (const item of this.#items.peek()) if (this.#mayStart(item)) this.#start(item);
  }

  /** @param hold The place of the message; it is released. */
  add(to: Destination, content: string, queueId: string, hold?: OutboxHold): OutboxItem {
    const { newId, now, findBeside } = this.#options;
    const beside = findBeside?.(to);
    const item: OutboxItem = {
      localId: newId(),
      queueId,
      to,
      content,
      writtenAt: now(),
      state: 'sending',
      ...(beside !== undefined && { beside }),
    };
    const items = this.#items.peek();
    const first = items.findIndex(({ localId }) => hold?.held.has(localId) === true);
    this.#write(items.toSpliced(first < 0 ? items.length : first, 0, item));
    if (hold !== undefined) this.release(hold);
    const key = narrowKey(to);
    for (const other of this.#holds) if (narrowKey(other.to) === key) other.held.add(item.localId);
    this.#start(item);
    return item;
  }

  /** What a closed tab has left. */
  takeOver(items: readonly OutboxItem[]): void {
    const others = items.filter(({ localId }) => this.#find(localId) === undefined);
    if (others.length === 0) return;
    this.#write([...this.#items.peek(), ...others]);
    this.#resume(others);
  }

  /** Sends a refused message again, and ends the pause of one that waits. */
  retry(localId: string): void {
    this.#pauses.get(localId)?.();
    const item = this.#find(localId);
    if (item?.state !== 'failed') return;
    const { reason: _reason, error: _error, ...rest } = item;
    const again: OutboxItem = { ...rest, state: 'sending' };
    this.#write(this.#items.peek().map((each) => (each === item ? again : each)));
    this.#resume([again]);
  }

  /**
   * Removes an item that failed or waits, to discard or edit it. One that waits may have been stored by an attempt whose response
   * was lost: it is then in its conversation.
   */
  remove(localId: string): OutboxItem | undefined {
    const item = this.#find(localId);
    if (item === undefined || (item.state !== 'failed' && item.isWaiting !== true)) return undefined;
    this.#drop((each) => each === item);
    this.#pauses.get(localId)?.();
    return item;
  }

  /** Called after events were applied. */
  settle(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== 'message') continue;
      const { local_message_id: localId, message } = event;
      this.#drop((item) => item.localId === localId || item.messageId === message.id);
    }
  }

  /** IDs that are in the history now. */
  seen(ids: readonly number[]): void {
    const known = new Set(ids);
    this.#drop((item) => item.messageId !== undefined && known.has(item.messageId));
  }

  #find(localId: string): OutboxItem | undefined {
    return this.#items.peek().find((item) => item.localId === localId);
  }

  #write(next: readonly OutboxItem[]): void {
    this.#items.value = next;
    try {
      this.#options.save?.(next.filter(({ state }) => state !== 'sent'));
    } catch {
      // The storage of the browser is full: the message is sent, but is lost if the page is closed before.
    }
  }

  #replace(localId: string, make: (item: OutboxItem) => OutboxItem): void {
    this.#write(this.#items.peek().map((item) => (item.localId === localId ? make(item) : item)));
  }

  #drop(isGone: (item: OutboxItem) => boolean): void {
    const left = this.#items.peek().filter((item) => !isGone(item));
    if (left.length !== this.#items.peek().length) this.#write(left);
  }

  #start(item: OutboxItem): void {
    void this.#work(narrowKey(item.to));
  }

  /** Sends messages of an earlier time. */
  #resume(items: readonly OutboxItem[]): void {
    for (const item of items) {
      if (item.beside !== undefined) this.#old.add(item.localId);
      if (item.state === 'sending') this.#start(item);
    }
  }

  /** @param why The refusal of the server, if there was one. */
  #fail(localId: string, why?: Extract<SendResult, { kind: 'refused' }>): void {
    this.#replace(localId, ({ isWaiting: _, ...item }) => ({
      ...item,
      state: 'failed',
      ...(why && { reason: why.reason }),
      ...(why?.error && { error: why.error }),
    }));
  }

  async #work(conversation: string): Promise<void> {
    if (this.#busy.has(conversation)) return;
    this.#busy.add(conversation);
    const next = () =>
      this.#items.peek().find((item) => this.#mayStart(item) && narrowKey(item.to) === conversation);
    try {
      for (let item = next(); item !== undefined; item = next()) await this.#deliver(item);
    } finally {
      this.#busy.delete(conversation);
    }
    for (const item of this.#items.peek()) if (this.#mayStart(item)) this.#start(item);
  }

  #mayStart({ state, localId }: OutboxItem): boolean {
    return state === 'sending' && ![...this.#holds].some(({ held }) => held.has(localId));
  }

  /** Changes the destination of all messages of a conversation that was moved. @returns whether it was moved */
  async #follow({ to, beside }: OutboxItem): Promise<boolean> {
    const key = narrowKey(to);
    const now = beside === undefined ? undefined : await this.#options.locate?.(to, beside);
    if (now === undefined) return false;
    const follow = (item: OutboxItem): OutboxItem =>
      narrowKey(item.to) === key ? { ...item, to: now, movedFrom: item.movedFrom ?? to } : item;
    this.#write(this.#items.peek().map(follow));
    return true;
  }

  /** An attempt whose response was lost may have stored the message before the conversation was moved. */
  async #send(item: OutboxItem): Promise<SendResult> {
    const result = await this.#options.send(item);
    const isStored = result.kind === 'refused' && result.error?.key === 'messages.resent-differently';
    if (!isStored || item.movedFrom === undefined) return result;
    return this.#options.send({ ...item, to: item.movedFrom });
  }

  async #deliver(item: OutboxItem): Promise<void> {
    const { localId } = item;
    const met: Met = { unreachable: 0, notStored: 0 };
    while (this.#find(localId)?.state === 'sending') {
      const hasWaited = met.unreachable + met.notStored > 0 || this.#old.delete(localId);
      // If it was moved, it is sent with the others of the conversation where it is now.
      if (hasWaited && (await this.#follow(item))) return;
      // It may have been discarded while its conversation was located.
      if (this.#find(localId)?.state !== 'sending') return;
      if (hasWaited && this.#options.now() - item.writtenAt >= resendMs) {
        this.#fail(localId);
        return;
      }
      const result = await this.#send(item);
      if (result.kind === 'sent') this.#setSent(localId, result.messageId);
      else if (result.kind === 'refused') this.#fail(localId, result);
      else await this.#pause(localId, result, met);
    }
  }

  #setSent(localId: string, messageId: number): void {
    if (this.#options.isHere?.(messageId) === true) this.#drop((one) => one.localId === localId);
    else this.#replace(localId, ({ isWaiting: _, ...item }) => ({ ...item, state: 'sent', messageId }));
  }

  /** Until a retry makes sense, or the person does not want to wait. */
  async #pause(localId: string, { kind, afterMs = 0 }: NotSent, met: Met): Promise<void> {
    const attempt = ++met[kind];
    if (met.unreachable + met.notStored >= attemptsUnseen)
      this.#replace(localId, (item) => ({ ...item, isWaiting: true }));
    const { wait, waitForStorage } = this.#options;
    const ended = new Promise<void>((resolve) => this.#pauses.set(localId, resolve));
    await Promise.race([
      ended,
      kind === 'unreachable' ? wait(attempt, afterMs) : waitForStorage(attempt, afterMs),
    ]);
    this.#pauses.delete(localId);
  }
}
