/** One action's view of its transaction: reads see its own writes, and events are emitted here or nowhere. */
import type { OrganizationCache, Touched, User } from '../organization/index.ts';
import type { Audience, Emitted, EventBody, LogEntry } from './entry.ts';
import { Db } from '../../db/db.ts';
import type { Reactions } from './hooks.ts';

/** Who writes: a signed-in person, or the server itself. */
export type Author = { id: number } | 'system';

interface TxOptions {
  cache: OrganizationCache;
  /** Position of the newest event in the organization's log. */
  lastPosition: number;
  now: number;
  reactions: Reactions;
  author: Author;
}

export class Tx extends Db {
  readonly orgId: number;
  /** The organization cache as seen by this transaction. */
  readonly cache: OrganizationCache;
  /** Milliseconds since 1970; the same for the whole action. */
  readonly now: number;
  readonly entries: LogEntry[] = [];
  /** Whether this action enqueued a job, which is then picked up after the commit. */
  wakesJobs = false;
  /** Reactions of features to the hooks of this action. */
  readonly reactions: Reactions;
  readonly author: Author;
  readonly #firstPosition: number;
  #touched: Touched | null = null;

  constructor({ connection, q }: Db, { cache, lastPosition, now, reactions, author }: TxOptions) {
    super(connection, q);
    this.orgId = cache.orgId;
    this.cache = cache;
    this.#firstPosition = lastPosition;
    this.now = now;
    this.reactions = reactions;
    this.author = author;
  }

  /** The position of the newest event so far: what begins or ends now does so after it. */
  get position(): number {
    return this.#firstPosition + this.entries.length;
  }

  /** Appends an event to the log, in this transaction. It is delivered after the commit, in log order, to this audience. */
  emit(event: Emitted, audience: Audience): void {
    this.#append(event, audience);
  }

  /** Marks cached rows as changed by this action, and shows the changes to the rest of the transaction. */
  async touch(touched: Touched): Promise<void> {
    await this.cache.refresh(this, touched);
    this.#touched = mergeTouched(this.#touched, touched);
  }

  /** Called by the writer after the action: rows touched without an event still reach the caches of other nodes. */
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
      event,
      audience,
      touched: null,
      createdAt: this.now,
      size: 0,
    });
  }
}

/** The writing user, as the transaction sees them: permissions may have ended since the request was accepted. */
export function author(cache: OrganizationCache, me: Author): User | undefined {
  return me === 'system' ? undefined : cache.users.get(me.id);
}

/** Names of the rows that either names. */
export function mergeTouched(a: Touched | null, b: Touched): Touched {
  if (!a) return b;
  const merged: Touched = {};
  if (a.organization ?? b.organization) merged.organization = true;
  for (const key of [
    'users',
    'groups',
    'channels',
    'topicPolicies',
    'endsQueuesOf',
    'endsSessions',
    'endsKeys',
  ] as const) {
    const ids = new Set([...(a[key] ?? []), ...(b[key] ?? [])]);
    if (ids.size > 0) merged[key] = [...ids];
  }
  const members = [...(a.members ?? []), ...(b.members ?? [])];
  if (members.length > 0) merged.members = members;
  const topics = [...(a.topics ?? []), ...(b.topics ?? [])];
  if (topics.length > 0) merged.topics = topics;
  return merged;
}
