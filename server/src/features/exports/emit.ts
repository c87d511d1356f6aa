import type { Tx } from '../../core/log/index.ts';
import { getExports } from './queries.ts';

/** The whole list, as clients expect it, to administrators. */
export async function emitExports(tx: Tx, origin: string): Promise<void> {
  const exports = await getExports(tx, tx.orgId, origin);
  tx.emit({ type: 'realm_export', exports }, { administrators: true });
}
