/** The queue of jobs. */
import type { Generated } from 'kysely';

/** A job: work to be done after the commit that enqueued it; deleted when done, kept as dead when given up. */
export interface JobTable {
  id: Generated<number>;
  org_id: number;
  kind: string;
  /** JSON. */
  payload: string;
  run_at: number;
  attempts: number;
  last_error: string | null;
  is_dead: number;
  created_at: number;
  /** ID of the node that runs it; anyone may claim it once there is no row of that ID. */
  claimed_by: Generated<string | null>;
  /** Grows with each claim. */
  claims: Generated<number>;
  /** How often in a row the process has ended while it ran; negative where its node was asked to end meanwhile. */
  crashes: Generated<number>;
}
