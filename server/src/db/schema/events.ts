/** Tables of the event log and of the queues of clients; for the forms of values see `schema.ts`. */
import type { Generated } from 'kysely';

export interface EventLogTable {
  /** Made of the organization and the position, by `getPlace` in log-rows.ts. */
  place: number;
  org_id: number;
  position: number;
  type: string;
  payload: string;
  audience: string;
  touched: string | null;
  created_at: number;
  /** By how much the id of its event is greater than the position: `event-ids.ts`. */
  shift: Generated<number>;
}

export interface EventQueueTable {
  id: string;
  org_id: number;
  user_id: number;
  /** JSON of `QueueOptions`. */
  options: string;
  created_at: number;
  /** Position up to which the client has confirmed; written now and then, so it may be older than the truth. */
  acknowledged: number;
  last_seen_at: number;
  idle_timeout_ms: number;
  /** The session of a browser in which it was registered. */
  session_id: Generated<number | null>;
  /** The named API key that registered it. */
  key_id: Generated<number | null>;
}
