/** The sessions of browsers. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Database, type LogEntry, type Tx, defineHook } from '../log/index.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { type Credential, CredentialCache } from './credential-cache.ts';
import type { Clock } from '../../lib/clock.ts';
import { withIds, inList } from '../../db/sql.ts';

/** Times are milliseconds since 1970. */
export interface Session extends Credential {
  userId: number;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

/** Counted from the last request. */
export const sessionLifetimeMs = 14 * 24 * 3600_000;
/** Resolution of the stored time of last use; finer where idle sessions end soon. */
const seenMs = 3600_000;
const seenShare = 10;

/** The token has 256 random bits, so that a fast hash suffices. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A timer may fire before its time by the clock of the database. */
const timerMarginMs = 20;
/** Longer than a poll is held. */
const longestWatchMs = 10 * 60_000;

/** Milliseconds until the rules end a session that is not used meanwhile. */
const timeLeft = (session: Session, { sessionMs, idleMs }: SessionRules, now: number): number =>
  Math.min(
    session.createdAt + (sessionMs ?? Infinity) - now,
    session.lastSeenAt + (idleMs ?? Infinity) - now,
  );

export class Sessions {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #held = new CredentialCache<Session>((hash) => this.#load(hash));

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  get memory(): { entries: number; limit: number } {
    return this.#held.memory;
  }

  /** The valid session of this organization for a cookie. */
  async find(
    orgId: number,
    token: string,
    rules: SessionRules,
    now = this.#clock.now(),
  ): Promise<Session | undefined> {
    const isValid = (session: Session) => session.expiresAt > now && timeLeft(session, rules, now) > 0;
    const session = await this.#held.find(hashToken(token), isValid);
    return session?.orgId === orgId ? session : undefined;
  }

  async #load(hash: string): Promise<Session | undefined> {
    const row = await this.#db.read.q
      .selectFrom('session')
      .select(['id', 'org_id', 'user_id', 'created_at', 'last_seen_at', 'expires_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        orgId: row.org_id,
        userId: row.user_id,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        expiresAt: row.expires_at,
      }
    );
  }

  /**
   * Extends a session that is used. Returns whether it did, so that the cookie has to be set again.
   * @param isUse Whether a person does something: a page that only waits for events does not keep a session from being idle.
   */
  noteSeen(
    session: Session,
    address: string,
    { idleMs }: SessionRules,
    isUse = true,
    now = this.#clock.now(),
  ): boolean {
    if (idleMs !== null && !isUse) return false;
    const exactness = idleMs === null ? seenMs : Math.min(seenMs, idleMs / seenShare);
    if (now - session.lastSeenAt < exactness) return false;
    session.lastSeenAt = now;
    session.expiresAt = now + sessionLifetimeMs;
    const set = { last_seen_at: now, expires_at: session.expiresAt, address };
    this.#db
      .write(session.orgId, 'system', (tx) =>
        tx.q.updateTable('session').set(set).where('id', '=', session.id).execute(),
      )
      .catch((error: unknown) => logFailure(this.#log, error, 'updating a session failed'));
    return true;
  }

  /** Calls back once when the session ends, also by the rules, unless the returned function was called before. */
  watch({ id, orgId }: { id: number; orgId: number }, rules: SessionRules, onEnd: () => void): () => void {
    const stop = this.#held.watch(id, onEnd);
    const session = this.#held.get(id);
    const delay = session ? timeLeft(session, rules, this.#clock.now()) : Infinity;
    if (delay > longestWatchMs) return stop;
    const timer = setTimeout(() => this.#endByRules(orgId, id), delay + timerMarginMs).unref();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }

  /** Asks the row and the current rules: the session may have been used at another node, and the rules have changed. */
  #endByRules(orgId: number, id: number): void {
    this.#db
      .write(orgId, 'system', (tx) => endSessionsBeyond(tx, tx.cache.organization.signInRules, id))
      .catch((error: unknown) => logFailure(this.#log, error, 'ending a session failed'));
  }

  /** Entries of the log, after their commit. */
  committed(entries: readonly LogEntry[]): void {
    for (const { touched } of entries) for (const id of touched?.endsSessions ?? []) this.#held.end(id);
  }

  /** After log entries of an organization were missed, since they may have ended sessions. */
  missed(orgId: number): void {
    this.#held.endAll(orgId);
  }
}

// Ends sessions, with all that depends on them.

/** Milliseconds, where an organization lets sessions end sooner. */
interface SessionRules {
  sessionMs: number | null;
  idleMs: number | null;
}

/**
 * The sessions of a person were ended on purpose: other people may have used them, so what was requested in them ends too.
 */
export const sessionsEnded = defineHook<{ userId: number }>('sessions of a person ended');

/** The event queues that were registered in the sessions are deleted too. */
export async function endSessions(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q
    .deleteFrom('event_queue')
    .where('org_id', '=', tx.orgId)
    .where(inList(tx.dialect, 'session_id', ids))
    .execute();
  await tx.q
    .deleteFrom('session')
    .where(withIds(tx.dialect, tx.orgId, ids))
    .execute();
  await tx.touch({ endsSessions: ids });
}

/**
 * Ends the sessions of the organization that its rules no longer allow.
 * @param id Only this one.
 * @returns how many ended
 */
export async function endSessionsBeyond(tx: Tx, rules: SessionRules, id?: number): Promise<number> {
  const begunBefore = rules.sessionMs === null ? 0 : tx.now - rules.sessionMs;
  const unusedSince = rules.idleMs === null ? 0 : tx.now - rules.idleMs;
  let query = tx.q
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where((eb) => eb.or([eb('created_at', '<=', begunBefore), eb('last_seen_at', '<=', unusedSince)]));
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  await endSessions(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
