/**
 * The sessions of browsers. The rows are the truth; those in use are held in memory, so that a request costs no look-up.
 * What ends one says so by `touched`, like all that memory holds, and is heard right after its commit.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, LogEntry } from '../log/index.ts';
import { logFailure } from '../../lib/storage/health.ts';

/** Times are milliseconds since 1970. */
export interface Session {
  id: number;
  orgId: number;
  userId: number;
  lastSeenAt: number;
  expiresAt: number;
}

/** Counted from the last request. */
export const sessionLifetimeMs = 14 * 24 * 3600_000;
/** How exactly it is written down when a browser was last seen. */
const seenMs = 3600_000;
const mostHeld = 50_000;

/** The token has 256 random bits: nobody guesses what has this hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export class Sessions {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #held = new Map<string, Session>();
  readonly #hashes = new Map<number, string>();
  readonly #watchers = new Map<number, Set<() => void>>();
  /** Grows when sessions end: what was read before may be over. */
  #ends = 0;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** The living session of this organization that a cookie stands for. */
  async find(orgId: number, token: string, now = Date.now()): Promise<Session | undefined> {
    const hash = hashToken(token);
    const session = this.#held.get(hash) ?? (await this.#load(hash));
    return session?.orgId === orgId && session.expiresAt > now ? session : undefined;
  }

  async #load(hash: string): Promise<Session | undefined> {
    for (;;) {
      const ends = this.#ends;
      const row = await this.#db.read.q
        .selectFrom('session')
        .select(['id', 'org_id', 'user_id', 'last_seen_at', 'expires_at'])
        .where('token_hash', '=', hash)
        .executeTakeFirst();
      if (ends !== this.#ends) continue;
      if (!row) return undefined;
      // Two requests that came at once are to share one.
      const held = this.#held.get(hash);
      if (held) return held;
      const session = {
        id: row.id,
        orgId: row.org_id,
        userId: row.user_id,
        lastSeenAt: row.last_seen_at,
        expiresAt: row.expires_at,
      };
      this.#hold(hash, session);
      return session;
    }
  }

  #hold(hash: string, session: Session): void {
    const [oldest] = this.#held;
    if (oldest && this.#held.size >= mostHeld) this.#drop(oldest[1].id);
    this.#held.set(hash, session);
    this.#hashes.set(session.id, hash);
  }

  #drop(id: number): void {
    const hash = this.#hashes.get(id);
    if (hash !== undefined) this.#held.delete(hash);
    this.#hashes.delete(id);
  }

  /** Lengthens a session that is used. Returns whether it did, and the cookie should be given again. */
  noteSeen(session: Session, now = Date.now()): boolean {
    if (now - session.lastSeenAt < seenMs) return false;
    session.lastSeenAt = now;
    session.expiresAt = now + sessionLifetimeMs;
    const set = { last_seen_at: now, expires_at: session.expiresAt };
    this.#db
      .write(session.orgId, 'system', (tx) =>
        tx.q.updateTable('session').set(set).where('id', '=', session.id).execute(),
      )
      .catch((error: unknown) => logFailure(this.#log, error, 'updating a session failed'));
    return true;
  }

  /** Calls back once when the session ends, unless the answer was called before. */
  watch(id: number, onEnd: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(onEnd));
    return () => {
      watchers.delete(onEnd);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  /** Entries of the log, after their commit. */
  committed(entries: readonly LogEntry[]): void {
    for (const { touched } of entries) for (const id of touched?.endsSessions ?? []) this.#end(id);
  }

  /** After log entries of an organization were missed: any of its users may have been signed out. */
  missed(orgId: number): void {
    for (const session of [...this.#held.values()]) if (session.orgId === orgId) this.#end(session.id);
  }

  #end(id: number): void {
    this.#ends++;
    this.#drop(id);
    const watchers = this.#watchers.get(id);
    this.#watchers.delete(id);
    for (const onEnd of watchers ?? []) onEnd();
  }
}
