/** Rows of imported messages. */
import type { Bulk, BulkTable } from '../../../db/bulk.ts';
import { messageTable } from '../../../db/schema/bulk-tables.ts';
import { keysIn } from '../../../lib/objects.ts';

const importedTable = {
  name: messageTable.name,
  columns: { ...messageTable.columns, edited_at: 'int', moved_at: 'int' },
} as const satisfies BulkTable;

const columns = keysIn(importedTable.columns);

export interface ImportedMessage extends Record<(typeof columns)[number], number | string | null> {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  traits: number;
}

/** By which client imported messages count as sent. */
export const clientName = (product: string): string => `${product} import`;

export async function insertMessages(bulk: Bulk, messages: readonly ImportedMessage[]): Promise<void> {
  const rows = messages.map((message) => columns.map((name) => message[name]));
  await bulk.insert(importedTable, rows);
}
