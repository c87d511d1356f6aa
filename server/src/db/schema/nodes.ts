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
}

export interface LeaseTable {
  name: string;
  /** ID of a node. Without a row of that ID, anyone may take the lease. */
  holder: string;
  /** Grows whenever the lease is taken. */
  fence: number;
}
