import type { Generated } from 'kysely';

/** Named groups of channels that new users can be subscribed to together. */
export interface DefaultChannelGroupTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  description: string;
  /** A JSON list. */
  channel_ids: string;
}
