/** Named API keys: an account has several, each with a name, scopes, and an end of its own. */
import { createHash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { ApiKeyScope } from '../../../../wire/api-keys.ts';
import { endKeys } from '../events/index.ts';
import type { Database, LogEntry } from '../log/index.ts';
import type { GrantedKey } from '../organization/index.ts';
import { type Credential, CredentialCache } from '../sessions/index.ts';
import { logFailure } from '../../lib/storage/health.ts';
import type { Clock } from '../../lib/clock.ts';

/** Times are milliseconds since 1970. */
export interface ApiKey extends Credential, GrantedKey {
  userId: number;
  lastUsedAt: number | null;
}

/** How exactly it is written down when a key was last used. */
const usedMs = 600_000;
/** The longest that a timer of Node waits. */
const longestTimerMs = 2 ** 31 - 1;

/** Distinguishes a named key from the account's own, and lets scanners of source code recognize one that was published. */
const prefix = 'heddle_';

export const newNamedKey = (): string => prefix + randomBytes(32).toString('base64url');
export const isNamedKey = (key: string): boolean => key.startsWith(prefix);

/** The hash uses no key of the server, so that rotating that key affects no named key: 256 random bits cannot be guessed. */
export const hashNamedKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** @param text As stored: scopes that were validated when the key was made. */
export const scopesFrom = (text: string): ApiKeyScope[] => text.split(' ') as ApiKeyScope[];

export class ApiKeys {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #held = new CredentialCache<ApiKey>((hash) => this.#load('key_hash', hash));
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  get memory(): { entries: number; limit: number } {
    return this.#held.memory;
  }

  /** The key of this organization that has not expired; its use is noted. */
  async find(orgId: number, text: string, now = this.#clock.now()): Promise<ApiKey | undefined> {
    const key = await this.#held.find(hashNamedKey(text));
    if (key?.orgId !== orgId || (key.expiresAt !== null && key.expiresAt <= now)) return undefined;
    this.#endInTime(key, now);
    this.#noteUsed(key, now);
    return key;
  }

  /** The same by id, for what was made with the key; its use is not noted. */
  async findById(orgId: number, id: number, now = this.#clock.now()): Promise<ApiKey | undefined> {
    const key = await this.#load('id', id);
    return key?.orgId === orgId && (key.expiresAt === null || key.expiresAt > now) ? key : undefined;
  }

  async #load(by: 'key_hash' | 'id', value: string | number): Promise<ApiKey | undefined> {
    const row = await this.#db.read.q
      .selectFrom('api_key')
      .select(['id', 'org_id', 'user_id', 'scopes', 'channel_id', 'expires_at', 'last_used_at'])
      .where(by, '=', value)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        orgId: row.org_id,
        userId: row.user_id,
        scopes: new Set(scopesFrom(row.scopes)),
        channelId: row.channel_id,
        expiresAt: row.expires_at,
        lastUsedAt: row.last_used_at,
      }
    );
  }

  /** A poll that is held, and the queues, end at the moment of expiry. */
  #endInTime({ id, orgId, expiresAt }: ApiKey, now: number): void {
    if (expiresAt === null || this.#timers.has(id)) return;
    const delay = expiresAt - now;
    if (delay > longestTimerMs) return;
    const timer = setTimeout(() => {
      this.#end(id);
      this.#db
        .write(orgId, 'system', (tx) => endKeys(tx, [id]))
        .catch((error: unknown) => logFailure(this.#log, error, 'ending the queues of an API key failed'));
    }, delay);
    this.#timers.set(id, timer.unref());
  }

  #noteUsed(key: ApiKey, now: number): void {
    if (key.lastUsedAt !== null && now - key.lastUsedAt < usedMs) return;
    key.lastUsedAt = now;
    this.#db
      .write(key.orgId, 'system', (tx) =>
        tx.q.updateTable('api_key').set({ last_used_at: now }).where('id', '=', key.id).execute(),
      )
      .catch((error: unknown) => logFailure(this.#log, error, 'updating an API key failed'));
  }

  /** Calls back once when the key ends, unless the returned function was called before. */
  watch(id: number, onEnd: () => void): () => void {
    return this.#held.watch(id, onEnd);
  }

  /** Entries of the log, after their commit. */
  committed(entries: readonly LogEntry[]): void {
    for (const { touched } of entries) for (const id of touched?.endsKeys ?? []) this.#end(id);
  }

  /** After log entries of an organization were missed, since they may have revoked keys. */
  missed(orgId: number): void {
    this.#held.endAll(orgId);
  }

  #end(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#held.end(id);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
