/** The database for the rest of the server: committed rows to read, and one way to write. */
import type { Db } from '../../db/db.ts';
import type { Author, Tx } from './tx.ts';

/** Hints about what a write needs. */
export interface WriteNeeds {
  /** Number of messages to store: on PostgreSQL their ids are allocated together with the lock. */
  messages?: number;
  /** The action judges by age what it deletes: its time is that of the settled clock. */
  isSettled?: boolean;
}

export interface Database {
  /** Committed rows only. */
  read: Db;
  /**
   * The only way to write: runs the action in the next transaction, and resolves when it is durable. The permissions of `me`
   * are checked again inside. The action may await nothing but the database.
   */
  write<T>(orgId: number, me: Author, action: (tx: Tx) => Promise<T>, needs?: WriteNeeds): Promise<T>;
  /** The value of `tx.now`: never earlier than in a previous write of this process, even if the clock was set back. */
  now(): number;
}
