/** A limit that all nodes share. Rows hold digests, so that addresses and names are not kept. */
import { createHash } from 'node:crypto';
import {
  deleteUses,
  findExpiredUses,
  lockUses,
  readAges,
  removeLastUse,
  addUse,
} from '../../db/limited-uses.ts';
import type { Db } from '../../db/db.ts';
import type { Rule } from '../../lib/rate-limiter.ts';
import { type Database, expiry } from '../log/index.ts';
import type { UseLimit, LimitResult } from './use-limit.ts';

export class SharedLimit implements UseLimit {
  readonly #db: Database;
  readonly #name: string;
  readonly #lengthMs: number;
  readonly #count: number;

  constructor(db: Database, name: string, { seconds, count }: Rule) {
    this.#db = db;
    this.#name = name;
    this.#lengthMs = seconds * 1000;
    this.#count = count;
  }

  async use(key: string): Promise<LimitResult> {
    const digest = this.#digest(key);
    const isCounted = await this.#change((tx) => addUse(tx, digest, this.#lengthMs, this.#count));
    if (isCounted) return { isAllowed: true, retryAfter: 0 };
    return { ...(await this.check(key)), isAllowed: false };
  }

  async check(key: string): Promise<LimitResult> {
    const ages = await readAges(this.#db.read, this.#digest(key), this.#lengthMs);
    if (ages.length < this.#count) return { isAllowed: true, retryAfter: 0 };
    return { isAllowed: false, retryAfter: (this.#lengthMs - (ages[0] ?? 0)) / 1000 };
  }

  refund(key: string): Promise<void> {
    return this.#change((tx) => removeLastUse(tx, this.#digest(key)));
  }

  clear(keys: readonly string[]): Promise<void> {
    const digests = keys.map((key) => this.#digest(key));
    return this.#change((tx) => deleteUses(tx, digests));
  }

  #change<T>(action: (tx: Db) => Promise<T>): Promise<T> {
    return this.#db.write(0, 'system', async (tx) => {
      await lockUses(tx);
      return action(tx);
    });
  }

  #digest(key: string): string {
    return hashKey(this.#name, key);
  }
}

export const hashKey = (name: string, key: string): string =>
  createHash('sha256').update(`${name} ${key}`).digest('base64url');

/** Deletes some expired uses. */
export const deleteExpiredUses = expiry(
  (tx, limit) => findExpiredUses(tx, tx.now, limit),
  async (tx, keys) => {
    await lockUses(tx);
    await deleteUses(tx, keys);
  },
);
