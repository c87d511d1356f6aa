/** Columns of tables that get many rows at once; rows are given in this order. */
import type { GatheredTable } from '../gathered-table.ts';

/** What a message begins with. */
export const messageTable = {
  name: 'message',
  columns: {
    id: 'int',
    org_id: 'int',
    channel_id: 'int',
    direct_id: 'int',
    sender_id: 'int',
    topic: 'text',
    topic_key: 'text',
    content: 'text',
    rendered: 'text',
    render_version: 'int',
    client: 'text',
    sent_at: 'int',
    traits: 'int',
  },
} as const satisfies GatheredTable;

export const flagTable = {
  name: 'message_flag',
  columns: { user_id: 'int', message_id: 'int', bits: 'int' },
} as const satisfies GatheredTable;
