/**
 * Messages that were sent and are not in the history yet: local echo and send queue in one state machine.
 *
 *   sending -- response --------------> sent (has its ID) -- event or fetch --> removed
 *   sending -- event -----------------> removed
 *   sending -- no connection ---------> sending, retried after a pause with the same key
 *   sending -- could not be stored ---> sending, retried when the server can store again, without limit
 *   sending -- refused, or given up --> failed -- retry --> sending; edit or discard --> removed
 *
 * The key is the queue of the first attempt with the local ID. The server remembers it for a day, so that a retry never
 * sends a message twice, even after another registration, and repeats a response that was lost. Messages of one
 * conversation are sent one after another, which keeps their order.
 */
import type { KeyedError } from '../../../../wire/errors/catalogue.ts';
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Event } from '../../../../wire/events.ts';
import { narrowKey, type Destination } from '../messages/narrow.ts';
import { parseStored } from '../storage.ts';

export type OutboxItem = {
  readonly localId: string;
  readonly queueId: string;
  readonly to: Destination;
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly state: 'sending' | 'sent' | 'failed';
  readonly messageId?: number;
  /** Why the server refused it; absent if there was no response. */
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

export type OutboxOptions = {
  send: (item: OutboxItem) => Promise<SendResult>;
  /** Resolves when a retry makes sense. `attempt` counts from 1; `afterMs` is what the server asked for. */
  wait: (attempt: number, afterMs: number) => Promise<void>;
  /** The same for a server that cannot store: resolves when it can, or when a retry makes sense. */
  waitForStorage: (attempt: number, afterMs: number) => Promise<void>;
  /** Whether the history has the message already: after a reload, it may be fetched before the response arrives. */
  isHere?: (messageId: number) => boolean;
  /** Unique among all pages of this person. */
  newId: () => string;
  now: () => number;
  /** Attempts without a response before the person has to decide. Responses that nothing could be stored do not count. */
  attempts?: number;
  /** Storage that survives a reload. */
  saved?: readonly OutboxItem[];
  save?: (items: readonly OutboxItem[]) => void;
};

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

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#items = signal<readonly OutboxItem[]>(options.saved ?? []);
    this.items = this.#items;
    for (const item of this.#items.peek()) if (item.state === 'sending') this.#start(item);
  }

  add(to: Destination, content: string, queueId: string): OutboxItem {
    const { newId, now } = this.#options;
    const item: OutboxItem = { localId: newId(), queueId, to, content, writtenAt: now(), state: 'sending' };
    this.#write([...this.#items.peek(), item]);
    this.#start(item);
    return item;
  }

  /** What a closed tab has left. */
  takeOver(items: readonly OutboxItem[]): void {
    const others = items.filter(({ localId }) => this.#find(localId) === undefined);
    if (others.length === 0) return;
    this.#write([...this.#items.peek(), ...others]);
    for (const item of others) if (item.state === 'sending') this.#start(item);
  }

  retry(localId: string): void {
    const item = this.#find(localId);
    if (item?.state !== 'failed') return;
    const { reason: _reason, error: _error, ...rest } = item;
    const again: OutboxItem = { ...rest, state: 'sending' };
    this.#write(this.#items.peek().map((each) => (each === item ? again : each)));
    this.#start(again);
  }

  /** Removes a failed item, to discard or edit it. */
  remove(localId: string): OutboxItem | undefined {
    const item = this.#find(localId);
    if (item?.state !== 'failed') return undefined;
    this.#drop((each) => each === item);
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

  #change(localId: string, to: Partial<OutboxItem>): void {
    this.#write(this.#items.peek().map((item) => (item.localId === localId ? { ...item, ...to } : item)));
  }

  #drop(isGone: (item: OutboxItem) => boolean): void {
    const left = this.#items.peek().filter((item) => !isGone(item));
    if (left.length !== this.#items.peek().length) this.#write(left);
  }

  #start(item: OutboxItem): void {
    void this.#work(narrowKey(item.to));
  }

  #refuse(localId: string, { reason, error }: Extract<SendResult, { kind: 'refused' }>): void {
    this.#change(localId, { state: 'failed', reason, ...(error && { error }) });
  }

  async #work(conversation: string): Promise<void> {
    if (this.#busy.has(conversation)) return;
    this.#busy.add(conversation);
    const next = () =>
      this.#items.peek().find((item) => item.state === 'sending' && narrowKey(item.to) === conversation);
    try {
      for (let item = next(); item !== undefined; item = next()) await this.#deliver(item);
    } finally {
      this.#busy.delete(conversation);
    }
  }

  async #deliver(item: OutboxItem): Promise<void> {
    const { send, wait, waitForStorage, isHere, attempts = 8 } = this.#options;
    const { localId } = item;
    const met = { unreachable: 0, notStored: 0 };
    while (this.#find(localId)?.state === 'sending') {
      const result = await send(item);
      if (result.kind === 'sent' && isHere?.(result.messageId) === true)
        this.#drop((one) => one.localId === localId);
      else if (result.kind === 'sent') this.#change(localId, { state: 'sent', messageId: result.messageId });
      else if (result.kind === 'refused') this.#refuse(localId, result);
      else if (result.kind === 'notStored') await waitForStorage(++met.notStored, result.afterMs ?? 0);
      else if (++met.unreachable >= attempts) this.#change(localId, { state: 'failed' });
      else await wait(met.unreachable, result.afterMs ?? 0);
    }
  }
}
