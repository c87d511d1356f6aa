/** The database as the server's parts see it: committed rows to read, and one way to write. */
import type { Db } from '../../db/db.ts';
import type { Author, Tx } from './tx.ts';

/** What a write will need, as far as is known before. */
export interface WriteNeeds {
  /** How many messages it stores: on PostgreSQL their ids come with the lock. */
  messages?: number;
}

export interface Database {
  /** Committed rows only. */
  read: Db;
  /**
   * The only way to write: runs the action in the next transaction, and resolves when it is durable. The permissions of `me`
   * are checked again inside. Nothing but the database may be awaited in the action.
   */
  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>, needs?: WriteNeeds): Promise<T>;
  /** What `tx.now` would be: never before an earlier write of this process, even if the clock has been set back since. */
  now(): number;
}
