/** Expired rows are deleted in batches by maintenance, so that no transaction blocks others for long. */
import type { Tx } from './tx.ts';

/** Deletes a bounded number of expired rows. @returns whether there are more */
export type Expiry = (tx: Tx) => Promise<boolean>;

const rowsAtOnce = 500;

export const expiry =
  <Row>(
    find: (tx: Tx, limit: number) => Promise<Row[]>,
    remove: (tx: Tx, rows: readonly Row[]) => Promise<void>,
  ): Expiry =>
  async (tx) => {
    const rows = await find(tx, rowsAtOnce);
    if (rows.length > 0) await remove(tx, rows);
    return rows.length === rowsAtOnce;
  };
