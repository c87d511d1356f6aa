import type { Generated } from 'kysely';

/** Channels that new people come into together. */
export interface DefaultChannelGroupTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  description: string;
  /** A JSON list. */
  channel_ids: string;
}
