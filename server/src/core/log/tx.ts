/** An action's view of its transaction: reads see its own writes, and events are only emitted here. */
import type { OrganizationCache, Touched, User } from '../organization/index.ts';
import type { Audience, Emitted, EventBody, LogEntry } from './entry.ts';
import { Db } from '../../db/db.ts';
import { keysIn } from '../../lib/objects.ts';
import type { Reactions } from './hooks.ts';

/** The author of a write: a signed-in user, or the server itself. */
export type Author = Requester | 'system';

interface Requester {
  id: number;
  /** Throws if the endpoint of the request would admit the user no longer. */
  checkAdmitted?: (cache: OrganizationCache) => void;
}

interface TxOptions {
  cache: OrganizationCache;
  /** Position of the newest event in the organization's log. */
  lastPosition: number;
  /** How much higher the ids of its events are than their positions. */
  shift: number;
  now: number;
  settledNow: number;
  reactions: Reactions;
  author: Author;
}

export class Tx extends Db {
  readonly orgId: number;
  /** The organization cache as seen by this transaction. */
  readonly cache: OrganizationCache;
  /** Milliseconds since 1970; the same for the whole action. */
  readonly now: number;
  /** The same for the age of what ends by it: a clock that was set forward makes nothing older. */
  readonly settledNow: number;
  readonly entries: LogEntry[] = [];
  /** Kinds of the jobs that this action enqueued, which are started after the commit. */
  readonly enqueued = new Set<string>();
  /** Reactions of features to the hooks that this action triggers. */
  readonly reactions: Reactions;
  readonly author: Author;
  readonly #firstPosition: number;
  readonly #shift: number;
  #touched: Touched | null = null;

  constructor(
    { connection, q }: Db,
    { cache, lastPosition, shift, now, settledNow, reactions, author }: TxOptions,
  ) {
    super(connection, q);
    this.orgId = cache.orgId;
    this.cache = cache;
    this.#firstPosition = lastPosition;
    this.#shift = shift;
    this.now = now;
    this.settledNow = settledNow;
    this.reactions = reactions;
    this.author = author;
  }

  /** The position of the newest event so far: what starts or ends now does so after it. */
  get position(): number {
    return this.#firstPosition + this.entries.length;
  }

  /** Appends an event to the log in this transaction. After the commit, it is delivered to this audience in log order. */
  emit(event: Emitted, audience: Audience): void {
    this.#append(event, audience);
  }

  /** Marks cached rows as changed by this action, and makes the changes visible to the rest of the transaction. */
  async touch(touched: Touched): Promise<void> {
    await this.cache.refresh(this, touched);
    this.#touched = mergeTouched(this.#touched, touched);
  }

  /** Called by the writer after the action: rows touched without an event still have to reach the caches of other nodes. */
  finish(): void {
    if (!this.#touched) return;
    if (this.entries.length === 0) this.#append({ type: 'directory' }, {});
    const first = this.entries[0];
    if (first) first.touched = this.#touched;
  }

  #append(event: EventBody, audience: Audience): void {
    this.entries.push({
      orgId: this.orgId,
      position: this.position + 1,
      shift: this.#shift,
      type: event.type,
      event,
      audience,
      touched: null,
      createdAt: this.now,
      size: 0,
    });
  }
}

/** The author within the transaction: permissions may have ended since the request was accepted. */
export function author(cache: OrganizationCache, me: Author): User | undefined {
  return me === 'system' ? undefined : cache.users.get(me.id);
}

type AllTouched = Required<Touched>;

type Merging = { readonly [K in keyof AllTouched]: (a: AllTouched[K], b: AllTouched[K]) => AllTouched[K] };

const union = (a: readonly number[], b: readonly number[]): number[] => [...new Set([...a, ...b])];

/** What a key left out here would lose is never reloaded by other nodes: it does not compile. */
const merging: Merging = {
  organization: () => true,
  users: union,
  groups: union,
  channels: union,
  members: (a, b) => [...a, ...b],
  topics: (a, b) => [...a, ...b],
  topicPolicies: union,
  endsQueuesOf: union,
  endsSessions: union,
  endsKeys: union,
};

function mergeKey<K extends keyof AllTouched>(
  merged: Partial<AllTouched>,
  key: K,
  b: Partial<AllTouched>,
): void {
  const before: AllTouched[K] | undefined = merged[key];
  const added: AllTouched[K] | undefined = b[key];
  if (added !== undefined) merged[key] = before === undefined ? added : merging[key](before, added);
}

/** The union of two sets of touched rows. */
export function mergeTouched(a: Touched | null, b: Touched): Touched {
  const merged: Touched = { ...a };
  for (const key of keysIn(merging)) mergeKey(merged, key, b);
  return merged;
}
