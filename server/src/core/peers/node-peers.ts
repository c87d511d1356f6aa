/**
 * Keeps this node up to date with the others. After a commit a node wakes the others with the organization and its
 * position, and with the entries themselves while they are short; once a second each queries the positions of its
 * organizations, which is all that a lost wake-up costs.
 */
import type { Logger } from 'pino';
import type { Db } from '../../db/db.ts';
import type { Bus, BusHandlers } from '../../lib/bus/bus.ts';
import type { Clock } from '../../lib/clock.ts';
import { logFailure, type StorageHealth } from '../../lib/storage/health.ts';
import type { CatchUp, Hub, Organizations } from '../events/index.ts';
import type { Nodes } from '../nodes/index.ts';
import { lastPositions, type LogEntry } from '../log/index.ts';
import { type Envelope, type Item, mostBytes } from './envelope.ts';
import type { Hints, Peers } from './peers.ts';
import { errorMessage } from '../../lib/thrown.ts';

const roundMs = 1000;
/** More do not fit into a text, and need not be kept while the bus is slow. */
const mostEntries = 50;
/** A node that sends hints within this time of another's commit, in milliseconds, competes with it. */
const competingMs = 100;
/** How long hints gather then, in milliseconds: nodes that write read what others have committed with each group anyway. */
export const gatheringMs = 20;

export interface PeerParts {
  reader: Db;
  hub: Hub;
  organizations: Organizations;
  catchUp: CatchUp;
  health: Pick<StorageHealth, 'fault'>;
  log: Logger;
  envelope: Envelope;
  openBus: (handlers: BusHandlers) => Bus;
  /** Called once a second with that of the server, which another node may have changed. */
  learnGeneration: (generation: number) => void;
  nodes: Pick<Nodes, 'list' | 'beat'>;
}

/** What other nodes have committed. */
interface Wanted {
  /** The newest that is known. */
  position: number;
  /** The last of them, if a text has brought them. */
  entries: readonly LogEntry[];
  /** A hint has said so, not the database. */
  isHinted: boolean;
}

/** A log entry in a hint; nodes of the version before send neither `type` nor `shift`. */
type SentEntry = Omit<LogEntry, 'type' | 'shift'> & Partial<Pick<LogEntry, 'shift'>>;

export class NodePeers implements Peers {
  readonly areAllowed = true;
  readonly #parts: PeerParts;
  #bus: Bus | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #handlers = new Map<string, ((hint: never) => void)[]>();
  /** What is sent with the next text. */
  readonly #committed = new Map<number, readonly LogEntry[]>();
  readonly #hints: Item[] = [];
  #sending: Promise<void> | undefined;
  /** By organization, while it is being applied. */
  readonly #wanted = new Map<number, Wanted>();
  #round: Promise<void> | undefined;
  /** Changes with the list of organizations. */
  #list = '';
  /** Identifies the database that is queried. */
  #identity: string | undefined;
  /** By a clock that only ever goes forward, whatever is done to the time of this machine. */
  readonly clock: Clock = { now: () => Math.round(performance.now() + (this.#clockOffset ?? 0)) };
  #clockOffset: number | undefined;
  othersWroteAt = -Infinity;
  readonly #hintWatch = new HintWatch(() =>
    this.#parts.log.warn(
      {
        remedy:
          'Give every node the same setting nats, or none; with NATS, check that all nodes reach the server.',
      },
      'events of other nodes come up to a second late, since no hints of them arrive',
    ),
  );

  constructor(parts: PeerParts) {
    this.#parts = parts;
    const { hub, organizations } = parts;
    this.#timer = setInterval(() => this.#ask(), roundMs).unref();
    this.on('queuesDeleted', (ids) => hub.removeIds(ids));
    this.on('queueMoved', ([id, acknowledged]) => hub.removeMoved(id, acknowledged));
    this.on('joined', () => void parts.nodes.beat());
    this.on('organizations', () => void this.#guard(() => organizations.refresh()));
  }

  /** Before the first write, whose time no later one goes behind: hints are sealed for the database, and at a time. */
  async start(): Promise<void> {
    const { log, openBus } = this.#parts;
    await this.#readState();
    this.#bus = openBus({
      received: (text) => this.#receive(text),
      connected: () => {
        this.send('joined', null);
        this.#ask();
      },
      disconnected: (error) =>
        log.warn({ error: errorMessage(error) }, 'the bus between nodes is unreachable; reconnecting'),
    });
  }

  get haveOthers(): boolean {
    return this.#parts.nodes.list().length > 1;
  }

  committed(orgId: number, entries: readonly LogEntry[]): void {
    if (!this.haveOthers || entries.length === 0) return;
    const before = this.#committed.get(orgId) ?? [];
    this.#committed.set(orgId, before.length > mostEntries ? entries : [...before, ...entries]);
    this.#sendSoon();
  }

  send<Kind extends keyof Hints>(kind: Kind, hint: Hints[Kind]): void {
    if (!this.haveOthers) return;
    this.#hints.push([kind, hint]);
    this.#sendSoon();
  }

  on<Kind extends keyof Hints>(kind: Kind, handle: (hint: Hints[Kind]) => void): void {
    this.#handlers.set(kind, [...(this.#handlers.get(kind) ?? []), handle]);
  }

  async catchUp(orgId: number): Promise<void> {
    const { reader, catchUp } = this.#parts;
    const [last] = await lastPositions(reader, [orgId]);
    if (last) await catchUp.catchUp(orgId, last.position);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    await this.#sending;
    await this.#bus?.close();
  }

  /** Hints that gather while one is being sent go into the next. */
  #sendSoon(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#hasMore) this.#sendSoon();
    });
  }

  get #hasMore(): boolean {
    return this.#committed.size + this.#hints.length > 0;
  }

  async #sendAll(): Promise<void> {
    // What a group commits to several organizations goes together, and before the responses to its senders are made.
    await Promise.resolve();
    while (this.#hasMore) {
      const items = [...itemsFor([...this.#committed.values()]), ...this.#hints.splice(0)];
      this.#committed.clear();
      for (const text of this.#parts.envelope.seal(items, this.clock.now())) await this.#bus?.publish(text);
      if (performance.now() - this.othersWroteAt < competingMs)
        await new Promise((resolve) => setTimeout(resolve, gatheringMs));
    }
  }

  #receive(text: string): void {
    try {
      const items = this.#parts.envelope.open(text, this.clock.now());
      if (items.length > 0) this.#hintWatch.hinted(performance.now());
      for (const item of items) this.#handle(item);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a hint of another node was not understood');
    }
  }

  /** Other nodes seal what they send with the key of this database, so each kind has the content that `itemsFor` gives it. */
  #handle([kind, content]: Item): void {
    // The kind says what the content is.
    if (kind === 'log') this.#wake(...(content as [number, number]), []);
    else if (kind === 'entries') this.#take(content as SentEntry[]);
    else for (const handle of this.#handlers.get(kind) ?? []) handle(content as never);
  }

  /**
   * COMPAT(nodes of the version before): they send entries without `type` and `shift`. They store them with a shift of 0, which
   * continues that of the entry before them.
   */
  #take(sent: readonly SentEntry[]): void {
    const entries = sent.map((entry) => ({ ...entry, type: entry.event.type, shift: entry.shift ?? 0 }));
    const last = entries.at(-1);
    if (last) this.#wake(last.orgId, last.position, entries);
  }

  /** @param entries That a hint has brought; `undefined` if the database says so. */
  #wake(orgId: number, position: number, entries?: readonly LogEntry[]): void {
    const { hub, organizations } = this.#parts;
    const isHeld = organizations.holds(orgId);
    if (isHeld && hub.position(orgId) >= position) return;
    this.othersWroteAt = performance.now();
    if (!isHeld) return;
    const known = this.#wanted.get(orgId);
    if (known && known.position >= position) return;
    this.#wanted.set(orgId, { position, entries: entries ?? [], isHinted: entries !== undefined });
    if (!known) void this.#guard(() => this.#apply(orgId));
  }

  async #apply(orgId: number): Promise<void> {
    try {
      for (;;) {
        const wanted = this.#wanted.get(orgId);
        if (
          wanted &&
          (await this.#parts.catchUp.catchUp(orgId, wanted.position, wanted.entries)) &&
          !wanted.isHinted
        )
          this.#hintWatch.late(performance.now());
        if (this.#wanted.get(orgId) === wanted) return;
      }
    } finally {
      this.#wanted.delete(orgId);
    }
  }

  /** Asks the database what there is, unless it is being asked. */
  #ask(): void {
    if (this.#parts.health.fault) return;
    this.#round ??= this.#guard(() => this.#compare()).finally(() => (this.#round = undefined));
  }

  async #compare(): Promise<void> {
    const { reader, organizations } = this.#parts;
    const { list, generation, identity } = await this.#readState();
    this.#parts.learnGeneration(generation);
    if (this.#list !== list) await organizations.refresh();
    this.#list = list;
    // Another PostgreSQL may have taken over, and lack the newest entries, before this node noticed an outage.
    if (this.#identity !== undefined && this.#identity !== identity) await this.#parts.catchUp.catchUpAll();
    this.#identity = identity;
    const held = (await organizations.loaded()).map(({ orgId }) => orgId);
    if (held.length === 0) return;
    for (const { id, position } of await lastPositions(reader, held)) this.#wake(id, position);
  }

  async #readState(): Promise<DatabaseState> {
    const askedAt = performance.now();
    const state = await readDatabaseState(this.#parts.reader);
    const reading = { askedAt, answeredAt: performance.now(), database: state.now };
    this.#clockOffset = adjustOffset(this.#clockOffset, reading);
    this.#parts.envelope.belongsTo(state.identity);
    return state;
  }

  /** A failure of the database is a state of its own, which others report. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logFailure(this.#parts.log, error, 'catching up with other nodes failed');
    }
  }
}

/**
 * Entries by organization, each before their position, which says enough if they are left out: when there are many, a node
 * reads them at less expense.
 */
function itemsFor(committed: readonly (readonly LogEntry[])[]): Item[] {
  const bytes = committed.flat().reduce((sum, { size }) => sum + size, 0);
  return committed.flatMap((entries): Item[] => {
    const last = entries.at(-1);
    if (!last) return [];
    const position: Item = ['log', [last.orgId, last.position]];
    return bytes > mostBytes ? [position] : [['entries', entries], position];
  });
}

/** When the time of the database was requested and received, by the clock of this process, and that time; all in milliseconds. */
export interface TimeReading {
  askedAt: number;
  answeredAt: number;
  database: number;
}

/**
 * @param offset What is added to the clock of this process so far; `undefined` before the first reading.
 * @returns what is to be added. A response that was slow proves little: what is possible by it stays, since nodes would otherwise differ by
 *   half of the delay.
 */
export function adjustOffset(
  offset: number | undefined,
  { askedAt, answeredAt, database }: TimeReading,
): number {
  const [least, most] = [database - answeredAt, database - askedAt];
  return offset !== undefined && offset >= least && offset <= most ? offset : (least + most) / 2;
}

// What nodes ask the database that they share, once a second.

interface DatabaseState {
  /** The clock of the database, in milliseconds since 1970. */
  now: number;
  /** Changes with the list of organizations. */
  list: string;
  /** Grows when another version of the server runs. */
  generation: number;
  /** Which one it is: differs from that of every copy, and changes when PostgreSQL starts again. */
  identity: string;
}

async function readDatabaseState({ connection }: Db): Promise<DatabaseState> {
  const [row] = await connection.query(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
       (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM organization) AS list,
       (SELECT value FROM server_fact WHERE name = 'generation') AS generation,
       (SELECT oid FROM pg_database WHERE datname = current_database())
         || ' ' || extract(epoch FROM pg_postmaster_start_time()) AS identity`,
    [],
  );
  return {
    now: Number(row?.now),
    list: String(row?.list),
    generation: Number(row?.generation ?? 0),
    identity: String(row?.identity),
  };
}

// Notices that no hint of other nodes arrives, for example because this node is on another bus: it then learns of their
// events late.

/** A hint may be lost by chance, but not all of them for this long, in milliseconds. */
const silentMs = 10_000;

export class HintWatch {
  readonly #warn: () => void;
  #hintedAt = -Infinity;
  #lateSince: number | undefined;
  #isWarned = false;

  /** @param warn Called once until a hint arrives again. */
  constructor(warn: () => void) {
    this.#warn = warn;
  }

  /** @param now By `performance.now()`. */
  hinted(now: number): void {
    this.#hintedAt = now;
    this.#lateSince = undefined;
    this.#isWarned = false;
  }

  /** Entries of other nodes were found without a hint. */
  late(now: number): void {
    if (now - this.#hintedAt < silentMs) return;
    this.#lateSince ??= now;
    if (this.#isWarned || now - this.#lateSince < silentMs) return;
    this.#isWarned = true;
    this.#warn();
  }
}
