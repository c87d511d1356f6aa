/**
 * Stores the client's state on the device for the next visit (`store/history/offline-history.ts` defines what). Only
 * the tab that holds the lock writes; each write is one transaction and checks that no other tab has started a new
 * cache. What another session or build has stored is ignored.
 */
import type { Channel } from '../../../wire/channels.ts';
import type { Event, EventOf } from '../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../wire/messages.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import type { User } from '../../../wire/users.ts';
import { stateFromRegister, type Server, type State } from '../store/index.ts';
import { narrowKey, type Narrow } from '../store/narrow/narrow.ts';
import { readOffline, settled, withOlder, type ReadingOffline } from '../store/history/reading-offline.ts';
import { serialize, deserialize, type Serialized } from '../store/history/serialized.ts';
import {
  compact,
  isKept,
  isSameServer,
  mostEvents,
  replay,
  withPage,
  type KeptPeople,
  type CachedRange,
  type ReplayResult,
} from '../store/history/offline-history.ts';
import { isOfPeople } from '../store/people/users.ts';
import type { Queue } from './sync.ts';

/** The entries of the device's database, and events by ID. */
export interface CacheEntries {
  /** Written at registration, and when many events have accumulated. */
  base: { id: string; build: string; mark: string; registeredAt: number; server: Server } & SerializedState;
  /** The last event, and the base that the events belong to. */
  place: { base: string; queue: Queue };
  people: { base: string; lastEventId: number; users: Serialized<readonly User[]> };
  /** If they were requested. */
  channels: { base: string; lastEventId: number; all: Serialized<readonly Channel[]> };
  ranges: readonly CachedRange[];
  older: NonNullable<ReadingOffline['older']>;
  unread: NonNullable<ReadingOffline['unread']>;
}

type SerializedState = {
  state: Omit<State, 'channels'>;
  channels: Serialized<readonly [id: number, channel: Channel][]>;
};

const packState = ({ channels, ...state }: State): SerializedState => ({
  state,
  channels: serialize([...channels]),
});

const deserializeState = ({ state, channels }: SerializedState): State => ({
  ...state,
  channels: new Map(deserialize(channels)),
});

const deserializePeople = ({ lastEventId, users }: CacheEntries['people']): KeptPeople => ({
  lastEventId,
  users: deserialize(users),
});

const deserializeChannels = (kept: CacheEntries['channels'] | undefined, base: string) =>
  kept?.base === base ? { lastEventId: kept.lastEventId, channels: deserialize(kept.all) } : undefined;

export interface CacheTransaction {
  get<Name extends keyof CacheEntries>(name: Name): Promise<CacheEntries[Name] | undefined>;
  put<Name extends keyof CacheEntries>(name: Name, piece: CacheEntries[Name]): void;
  remove(name: keyof CacheEntries): void;
  events(): Promise<Event[]>;
  addEvents(events: readonly Event[]): void;
  /** All entries, or the events alone. */
  clear(what: 'all' | 'events'): void;
}

/** The user's own settings, by their names on the wire. */
export type PendingSettings = Readonly<Record<string, OwnSetting['value']>>;

type OwnSetting = EventOf<'user_settings'>;

export type OfflineCacheOptions = {
  /** Atomic. `work` may await nothing but requests of the transaction. */
  transact: <T>(mode: 'readonly' | 'readwrite', work: (tx: CacheTransaction) => Promise<T>) => Promise<T>;
  /** Whether anything was ever stored; synchronous. */
  hint: { get: () => boolean; set: (isKept: boolean) => void };
  /** Settings that the server has accepted but whose events may not be stored yet; synchronous. */
  pendingSettings: { get: () => PendingSettings; set: (pendingSettings: PendingSettings) => void };
  /** ID of this browser's session. */
  mark: string;
  build: string;
  /** Resolves to whether this tab may write, until it is closed. */
  lock: () => Promise<boolean>;
  /** Resolves when the page is idle. */
  idle: () => Promise<unknown>;
  /** Calls back after a short delay. */
  soon: (work: () => void) => void;
  newId: () => string;
  now: () => number;
};

/** How long an unused session lives. */
const longestMs = 14 * 24 * 3600_000;

export type CachedSession = ReplayResult & {
  events: readonly Event[];
  /** The queue to continue with; undefined if another tab writes, or after an upgrade of the server. */
  queue: Promise<Queue | undefined>;
};

type ReadEntries = Pick<CacheEntries, 'base' | 'place' | 'ranges'> & {
  events: Event[];
  channels: CacheEntries['channels'] | undefined;
};

export class OfflineCache {
  readonly #options: OfflineCacheOptions;
  readonly #isOwner: Promise<boolean>;
  #work: Promise<unknown> = Promise.resolve();
  /** What this tab appends to; undefined while it does not write. */
  #base: string | undefined;
  #queue: Queue = { id: '', lastEventId: -1 };
  #unwritten: Event[] = [];
  #isFlushing = false;
  /** Events since the registration. */
  #settingsSince: PendingSettings = {};
  #written = 0;

  constructor(options: OfflineCacheOptions) {
    this.#options = options;
    this.#isOwner = options.lock().catch(() => false);
  }

  /** Whether this tab writes the cache. */
  get isOwner(): Promise<boolean> {
    return this.#isOwner;
  }

  /** Restores the state of the last visit. */
  async open(): Promise<CachedSession | undefined> {
    if (!this.#options.hint.get()) return undefined;
    const found = await this.#read().catch(() => undefined);
    if (found === undefined) return undefined;
    if (!this.#fits(found.base)) {
      await this.erase();
      return undefined;
    }
    const { base, place, ranges, events } = found;
    const allChannels = deserializeChannels(found.channels, base.id);
    const replayed = replay({ state: deserializeState(base), allChannels, ranges, events });
    replayed.live.apply(this.#settingEvents(place.queue.lastEventId));
    const isSame = isSameServer(base.server, replayed.live.peek().server);
    this.#queue = place.queue;
    return {
      ...replayed,
      events,
      queue: this.#goOn(found).then((goesOn) => (goesOn && isSame ? place.queue : undefined)),
    };
  }

  #fits({ mark, build, registeredAt }: CacheEntries['base']): boolean {
    const { now, ...here } = this.#options;
    return mark === here.mark && build === here.build && now() - registeredAt < longestMs;
  }

  async #goOn({ base, events }: ReadEntries): Promise<boolean> {
    if (!(await this.#isOwner)) return false;
    this.#base = base.id;
    this.#written = events.length;
    if (events.length > mostEvents / 3) this.#compact();
    return true;
  }

  async #read(): Promise<ReadEntries | undefined> {
    return this.#options.transact('readonly', async (tx) => {
      const [base, place, ranges = [], events, channels] = await Promise.all([
        tx.get('base'),
        tx.get('place'),
        tx.get('ranges'),
        tx.events(),
        tx.get('channels'),
      ]);
      if (base === undefined || place?.base !== base.id) return undefined;
      return { base, place, ranges, events, channels };
    });
  }

  /** All users as stored, for `live.takePeople`; waits until something is shown. */
  async people(): Promise<KeptPeople | undefined> {
    const { transact, idle } = this.#options;
    await idle();
    const kept = await transact('readonly', async (tx) => {
      const [place, people] = await Promise.all([tx.get('place'), tx.get('people')]);
      return people?.base === place?.base ? people : undefined;
    }).catch(() => undefined);
    return kept && deserializePeople(kept);
  }

  /**
   * Starts a new cache and deletes the old one.
   * @param text the registration response as received
   */
  begin(text: string, queue: Queue): void {
    const { newId, mark, build, now, idle, hint, pendingSettings, transact } = this.#options;
    const id = newId();
    this.#base = undefined;
    this.#unwritten = [];
    this.#written = 0;
    this.#settingsSince = {};
    this.#queue = queue;
    this.#do(async () => {
      if (!(await this.#isOwner)) return;
      await idle();
      // The text is a response of the server, as `deserialize` would read it.
      const state = stateFromRegister(JSON.parse(text) as RegisterResponse);
      await transact('readwrite', (tx) => {
        tx.clear('all');
        tx.put('base', { id, build, mark, registeredAt: now(), server: state.server, ...packState(state) });
        tx.put('place', { base: id, queue });
        return Promise.resolve();
      });
      hint.set(true);
      // Storing a registration takes a while, and it lacks the events that arrive meanwhile.
      pendingSettings.set(this.#settingsSince);
    });
    this.#base = id;
  }

  /**
   * Appends events in order.
   * @param lastEventId of the last one, whether this page uses it or not
   */
  apply(events: readonly Event[], lastEventId: number): void {
    this.#queue = { id: this.#queue.id, lastEventId };
    this.#unwritten.push(...events.filter(isKept));
    for (const event of events)
      if (event.type === 'user_settings' && event.property in this.#options.pendingSettings.get())
        this.storeSetting(event.property, event.value);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#options.soon(() => this.flush());
  }

  /** Stores a setting that the server has accepted: a page that is closed immediately cannot store its event. */
  storeSetting(property: string, value: OwnSetting['value']): void {
    const { pendingSettings } = this.#options;
    pendingSettings.set({ ...pendingSettings.get(), [property]: value });
    this.#settingsSince = { ...this.#settingsSince, [property]: value };
  }

  #settingEvents(id: number): OwnSetting[] {
    const of = { id, type: 'user_settings', op: 'update' } as const;
    return Object.entries(this.#options.pendingSettings.get()).map(([property, value]) => ({
      ...of,
      property: property as OwnSetting['property'],
      value,
    }));
  }

  /** Writes pending events. Safe at any time: the next visit requests what is missing from the server. */
  flush(): void {
    this.#isFlushing = false;
    const events = this.#unwritten;
    const queue = this.#queue;
    this.#unwritten = [];
    this.#written += events.length;
    this.#write((tx, base) => {
      tx.addEvents(events);
      tx.put('place', { base, queue });
      return Promise.resolve();
    });
    if (this.#written > mostEvents) this.#compact();
  }

  /** Stores fetched messages as received, before the page processes them. */
  keepPage(narrow: Narrow, response: GetMessagesResponse, side: 'around' | 'older' | 'newer'): void {
    if (this.#base === undefined || side === 'older') return;
    const page = { lastEventId: this.#queue.lastEventId, side, response: serialize(response) };
    // Showing them is more urgent.
    this.#do(() => this.#options.idle());
    this.#write(async (tx) => {
      const before = (await tx.get('ranges')) ?? [];
      const now = withPage(before, narrow, page);
      tx.put('ranges', now);
      const keys = new Set(now.map((one) => narrowKey(one.narrow)));
      const gone = before.filter((one) => !keys.has(narrowKey(one.narrow)));
      if (gone.length > 0) tx.put('older', withOlder((await tx.get('older')) ?? [], gone, narrow));
    });
  }

  /** @param lastEventId the last event received before the request */
  keepUnread(response: GetMessagesResponse, lastEventId: number): void {
    this.#write((tx) => {
      tx.put('unread', { lastEventId, response: serialize(response) });
      return Promise.resolve();
    });
  }

  /** The stored messages of a conversation, to read while the server cannot be reached. */
  async readOffline(narrow: Narrow, state: State): Promise<GetMessagesResponse | undefined> {
    return this.#options
      .transact('readonly', async (tx) => {
        const [older, unread, events] = await Promise.all([tx.get('older'), tx.get('unread'), tx.events()]);
        return readOffline({ older, unread }, [...events, ...this.#unwritten], narrow, state);
      })
      .catch(() => undefined);
  }

  /** @param lastEventId the last event received before the request */
  keepPeople(users: readonly User[], lastEventId: number): void {
    this.#write((tx, base) => {
      tx.put('people', { base, lastEventId, users: serialize(users) });
      return Promise.resolve();
    });
  }

  /** @param lastEventId the last event received before the request */
  keepChannels(all: readonly Channel[], lastEventId: number): void {
    this.#write((tx, base) => {
      tx.put('channels', { base, lastEventId, all: serialize(all) });
      return Promise.resolve();
    });
  }

  /** ID of the last received event. */
  get lastEventId(): number {
    return this.#queue.lastEventId;
  }

  /** Deletes the cache, for all tabs. */
  async erase(): Promise<void> {
    const { transact, hint, pendingSettings } = this.#options;
    this.#base = undefined;
    hint.set(false);
    pendingSettings.set({});
    const clear = (tx: CacheTransaction) => {
      tx.clear('all');
      return Promise.resolve();
    };
    await transact('readwrite', clear).catch(() => undefined);
  }

  /** Merges the events so far into the base. Independent of the page's state, which includes unconfirmed changes. */
  #compact(): void {
    if (this.#unwritten.length > 0) this.flush();
    this.#written = 0;
    this.#do(() => this.#options.idle());
    this.#write(async (tx, base) => {
      const [was, place, ranges = [], events, channels] = await Promise.all([
        tx.get('base'),
        tx.get('place'),
        tx.get('ranges'),
        tx.events(),
        tx.get('channels'),
      ]);
      if (was === undefined || place === undefined) return;
      const concernsUsers = events.some(isOfPeople);
      const kept = concernsUsers ? await tx.get('people') : undefined;
      const people = kept && deserializePeople(kept);
      const allChannels = deserializeChannels(channels, base);
      const before = { state: deserializeState(was), allChannels, ranges, events };
      const next = compact(before, people, place.queue.lastEventId);
      tx.clear('events');
      tx.put('base', { ...was, ...packState(next.state) });
      tx.put('ranges', next.ranges);
      const [older, unread] = await Promise.all([tx.get('older'), tx.get('unread')]);
      const rest = settled({ older, unread }, events);
      if (rest.older !== undefined) tx.put('older', rest.older);
      if (rest.unread !== undefined) tx.put('unread', rest.unread);
      if (next.allChannels !== undefined) {
        const { lastEventId, channels: all } = next.allChannels;
        tx.put('channels', { base, lastEventId, all: serialize(all) });
      }
      if (next.people !== undefined) {
        const { lastEventId, users } = next.people;
        tx.put('people', { base, lastEventId, users: serialize(users) });
      } else if (concernsUsers) tx.remove('people');
    });
  }

  #write(work: (tx: CacheTransaction, base: string) => Promise<void>): void {
    const base = this.#base;
    if (base === undefined) return;
    this.#do(async () => {
      if (this.#base !== base) return;
      await this.#options.transact('readwrite', async (tx) => {
        const place = await tx.get('place');
        // Another tab has deleted or replaced the cache.
        if (place?.base === base) await work(tx, base);
        else this.#base = undefined;
      });
    });
  }

  /** Runs writes one after another. If the device refuses, as when its storage is full, the cache is not used. */
  #do(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(work).catch(() => this.erase());
  }
}
