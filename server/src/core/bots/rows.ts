import type { Tx } from '../log/index.ts';
import type { BotRow } from './queries.ts';

export async function storeBot(tx: Tx, row: BotRow): Promise<void> {
  const { user_id: _, ...details } = row;
  await tx.q
    .insertInto('bot')
    .values(row)
    .onConflict((oc) => oc.column('user_id').doUpdateSet(details))
    .execute();
}
