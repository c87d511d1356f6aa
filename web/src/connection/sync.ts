/**
 * Keeps the state up to date: registers, polls, waits and retries. `next` is the state machine (pure); `Sync` runs it.
 * It starts by registering, or by polling the queue of an earlier visit.
 *
 *   registering -> polling -> polling ...          events arrive
 *   registering | polling -> waiting -> the same   no response; waits longer each time, but not after the network is back
 *   polling -> registering                         the queue has expired; unsent messages and drafts stay
 *   polling -> waiting -> registering              the queue was refused, like the one before it, without any response
 *   registering | polling -> waiting -> registering   a response or event cannot be applied: a defect, which is reported
 *   any -> signedOut                               the session has ended
 */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Event, FirstMessages, GetEventsResponse } from '../../../wire/events.ts';
import { ApiError, type Api, type ApiFailure } from './api.ts';
import { register, type Registered } from './register.ts';

export type Queue = { id: string; lastEventId: number };

/** `refusedQueues`: consecutive ones without a response to a poll in between. */
type Trouble = { failures: number; since: number; refusedQueues: number };

export type SyncState =
  | ({ phase: 'registering' } & Trouble)
  | ({ phase: 'polling'; queue: Queue } & Trouble)
  /** `askedMs`: as long as the server has asked for, if it refuses requests for a while. */
  | ({ phase: 'waiting'; queue: Queue | null; delayMs: number; askedMs?: number } & Trouble)
  | { phase: 'signedOut' };

export type SyncInput =
  | { kind: 'registered'; queue: Queue }
  | { kind: 'received'; lastEventId: number }
  | { kind: 'failed'; failure: ApiFailure; now: number; random: number }
  /** The response could not be applied, so the state cannot be trusted. */
  | { kind: 'defect'; earlierDefects: number; now: number; random: number }
  | { kind: 'waited' };

/** The connection as shown. `since` is in milliseconds since 1970. */
export type Connection =
  | { kind: 'starting' | 'online' | 'signedOut' }
  | { kind: 'offline'; since: number }
  /** `busySeconds`: the server refuses requests and is asked again after this time. */
  | { kind: 'reconnecting'; since: number; busySeconds?: number };

const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** A person who waits for longer wonders why. */
const noticedMs = 2000;

const noTrouble: Trouble = { failures: 0, since: 0, refusedQueues: 0 };

export const begin: SyncState = { phase: 'registering', ...noTrouble };

const resume = (queue: Queue): SyncState => ({ phase: 'polling', queue, ...noTrouble });

export function next(state: SyncState, input: SyncInput): SyncState {
  if (state.phase === 'signedOut') return state;
  switch (input.kind) {
    case 'registered':
      return { phase: 'polling', queue: input.queue, ...afterRegistration(state) };
    case 'received': {
      if (state.phase !== 'polling') return state;
      const lastEventId = Math.max(state.queue.lastEventId, input.lastEventId);
      return resume({ id: state.queue.id, lastEventId });
    }
    case 'waited': {
      if (state.phase !== 'waiting') return state;
      const { queue, failures, since, refusedQueues } = state;
      const trouble = { failures, since, refusedQueues };
      return queue === null ? { phase: 'registering', ...trouble } : { phase: 'polling', queue, ...trouble };
    }
    case 'failed':
      return afterFailure(state, input);
    case 'defect':
      return waitAfter(afterDefects(state, input), input, { queue: null, leastMs: 0 });
  }
}

type Active = Exclude<SyncState, { phase: 'signedOut' }>;

function afterFailure(state: Active, { failure, now, random }: SyncInput & { kind: 'failed' }): SyncState {
  const queue = state.phase === 'registering' ? null : state.queue;
  if (failure.kind === 'refused') {
    if (failure.status === 401) return { phase: 'signedOut' };
    if (queue !== null) return afterRefusedQueue(state, { now, random });
  }
  const leastMs = failure.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0;
  return waitAfter(state, { now, random }, { queue, leastMs });
}

/** An expired queue is replaced at once; a server that refuses each new queue is asked with pauses. */
function afterRefusedQueue(state: Active, at: { now: number; random: number }): SyncState {
  const { failures, since } = state;
  const refusedQueues = state.refusedQueues + 1;
  if (refusedQueues === 1) return { phase: 'registering', failures, since, refusedQueues };
  return waitAfter({ ...state, refusedQueues }, at, { queue: null, leastMs: 0 });
}

/** A registration alone is no recovery while its queues are refused. */
function afterRegistration({ since, refusedQueues }: Active): Trouble {
  return refusedQueues < 2
    ? { ...noTrouble, refusedQueues }
    : { failures: refusedQueues - 1, since, refusedQueues };
}

/** Each defect waits longer: registering is expensive, and the next event may cause the same. */
const afterDefects = (state: Active, { earlierDefects }: SyncInput & { kind: 'defect' }): Active => ({
  ...state,
  failures: Math.max(state.failures, earlierDefects),
});

/** Random, so that a thousand pages do not return to a restarted server at the same moment. */
function waitAfter(
  state: Active,
  { now, random }: { now: number; random: number },
  { queue, leastMs }: { queue: Queue | null; leastMs: number },
): SyncState {
  const grown = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(state.failures, 10));
  const delayMs = Math.max(leastMs, grown * (0.5 + random));
  const since = state.since === 0 ? now : state.since;
  const { refusedQueues } = state;
  const asked = leastMs > 0 ? { askedMs: leastMs } : {};
  return { phase: 'waiting', queue, failures: state.failures + 1, since, refusedQueues, delayMs, ...asked };
}

/** The first failure is retried before it is shown, unless the server has said that this takes a while. */
export function getConnection(
  state: SyncState,
  offlineSince: number | undefined,
  isStarted: boolean,
): Connection {
  if (state.phase === 'signedOut') return { kind: 'signedOut' };
  if (offlineSince !== undefined) return { kind: 'offline', since: offlineSince };
  const askedMs = state.phase === 'waiting' ? (state.askedMs ?? 0) : 0;
  if (askedMs >= noticedMs)
    return { kind: 'reconnecting', since: state.since, busySeconds: Math.ceil(askedMs / 1000) };
  if (state.failures > 1) return { kind: 'reconnecting', since: state.since };
  return { kind: isStarted ? 'online' : 'starting' };
}

export type SyncOptions = {
  api: Api;
  /** The queue to continue with. Without one, or if it or its state is lost, a new one is registered. */
  left?: Promise<Queue | undefined> | undefined;
  /** The first registration, if it was started before. */
  early?: Promise<Registered> | undefined;
  /** What the first registration is to include. */
  first?: FirstMessages | undefined;
  onRegister: (registered: Registered) => void;
  /** @param lastEventId of the last event, whether this page uses it or not */
  onEvents: (events: readonly Event[], lastEventId: number, when: 'before' | 'now') => void;
  onSignedOut?: () => void;
  /** An error other than a failed request. The page registers again; by default the error is logged to the console. */
  onDefect?: (error: unknown) => void;
  now?: () => number;
  random?: () => number;
};

/** Longer than the server holds a request. */
const pollTimeoutMs = 100_000;

/** Runs from construction until `stop`. */
export class Sync {
  readonly connection: ReadonlySignal<Connection>;
  readonly #connection = signal<Connection>({ kind: 'starting' });
  readonly #options: SyncOptions;
  readonly #end = new AbortController();
  #state = begin;
  #offlineSince: number | undefined;
  #isStarted = false;
  #defects = 0;
  #early: Promise<Registered> | undefined;
  #wake = (): void => undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#early = options.early;
    this.connection = this.#connection;
    void this.#run();
  }

  /** ID of the current event queue, sent with what this page writes. */
  get queueId(): string | undefined {
    return 'queue' in this.#state ? this.#state.queue?.id : undefined;
  }

  /** The browser reports that the network is available or lost. */
  setNetwork(isThere: boolean): void {
    const { now = Date.now } = this.#options;
    this.#offlineSince = isThere ? undefined : (this.#offlineSince ?? now());
    this.#show();
    if (isThere) this.#wake();
  }

  /** Ends a wait: the button was pressed, or the page became visible. */
  retryNow(): void {
    this.#wake();
  }

  stop(): void {
    this.#end.abort();
    this.#wake();
  }

  /** Deletes the queue: the page is being closed, and its queue is not continued. */
  leave(): void {
    const { queueId } = this;
    if (queueId === undefined) return;
    this.stop();
    this.#options.api.delete('/events', { queue_id: queueId }, { keepalive: true }).catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { left, onSignedOut } = this.#options;
    const queue = await left?.catch((error: unknown) => this.#reportDefect(error));
    if (queue !== undefined) this.#state = resume(queue);
    while (!this.#end.signal.aborted && this.#state.phase !== 'signedOut') {
      const input = await this.#step().catch((error: unknown) => this.#toInput(error));
      this.#state = next(this.#state, input);
      this.#show();
    }
    if (this.#state.phase === 'signedOut') onSignedOut?.();
  }

  #toInput(error: unknown): SyncInput {
    const { now = Date.now, random = Math.random } = this.#options;
    const at = { now: now(), random: random() };
    if (error instanceof ApiError) return { kind: 'failed', failure: error.failure, ...at };
    this.#reportDefect(error);
    return { kind: 'defect', earlierDefects: this.#defects++, ...at };
  }

  #reportDefect(error: unknown): void {
    const { onDefect = (defect: unknown) => reportError(defect) } = this.#options;
    onDefect(error);
  }

  async #step(): Promise<SyncInput> {
    const state = this.#state;
    if (state.phase === 'registering') return this.#register();
    if (state.phase === 'polling') return this.#poll(state);
    if (state.phase === 'waiting') await this.#pause(state.delayMs);
    return { kind: 'waited' };
  }

  async #register(): Promise<SyncInput> {
    const { api, onRegister, first } = this.#options;
    const asked = this.#early ?? register(api, this.#isStarted ? undefined : first, this.#end.signal);
    this.#early = undefined;
    const registered = await asked;
    const { queue_id: id, last_event_id: lastEventId } = registered.response;
    if (id === null) throw new Error('The registration gave no queue.');
    onRegister(registered);
    this.#isStarted = true;
    return { kind: 'registered', queue: { id, lastEventId } };
  }

  async #poll({ queue, failures }: Extract<SyncState, { phase: 'polling' }>): Promise<SyncInput> {
    const { api, onEvents } = this.#options;
    const when = this.#isStarted ? 'now' : 'before';
    const params = {
      queue_id: queue.id,
      last_event_id: queue.lastEventId,
      // Events that were missed are returned at once, and show that the connection works even if nothing happens.
      ...(when === 'before' || failures > 0 ? { dont_block: true } : {}),
    };
    const options = { timeoutMs: pollTimeoutMs, signal: this.#end.signal, isOnce: true };
    const { events } = await api.get<GetEventsResponse>('/events', params, options);
    // Events of a response that was lost halfway are sent again.
    const fresh = events.filter(({ id }) => id > queue.lastEventId);
    const lastEventId = fresh.at(-1)?.id ?? queue.lastEventId;
    onEvents(fresh, lastEventId, when);
    this.#isStarted = true;
    return { kind: 'received', lastEventId };
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #show(): void {
    const seen = getConnection(this.#state, this.#offlineSince, this.#isStarted);
    if (JSON.stringify(seen) !== JSON.stringify(this.#connection.peek())) this.#connection.value = seen;
  }
}
