/** Rate limits that all nodes share. */
export interface LimitedUseTable {
  /** A digest. */
  key: string;
  /** Milliseconds since 1970 by the database's clock, oldest first, with spaces between them. */
  times: string;
  /** When the last of them expires. */
  expires_at: number;
}
