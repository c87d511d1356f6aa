import type { Generated } from 'kysely';

/** Tables of the processes that serve one database. Times are those of the database's clock. */
export interface NodeTable {
  id: string;
  /** The same for every process on one data folder of one machine, of which there is one at a time. */
  slot: string;
  address: string;
  version: string;
  /** Where it keeps files: `local`, or what nodes with the same files have in common. */
  files: string;
  started_at: number;
  seen_at: number;
  /** How many migrations its version knows. */
  schema: Generated<number>;
  /** Its public URL and additional host names, which should be the same at every node; `null` of an older version. */
  hosts: string | null;
}

/** A file of the web client that is named by its content, as some node has it. */
export interface ClientFileTable {
  /** Below the root, such as `assets/index-BxY3.js`. */
  path: string;
  /** Its content type. */
  type: string;
  /** Its content, compressed. */
  gzip: Uint8Array;
  /** Milliseconds since 1970: when its node last renewed it. */
  used_at: number;
}

export interface LeaseTable {
  name: string;
  /** ID of a node. Without a row of that ID, anyone may take the lease. */
  holder: string;
  /** Grows whenever the lease is taken. */
  fence: number;
}
