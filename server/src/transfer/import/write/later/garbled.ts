/** Messages of earlier runs whose file was in another encoding than its letters: a run of the file in UTF-8 puts them right. */
import type { Db } from '../../../../db/db.ts';
import { notUtf8 } from '../../input/encoding.ts';
import { repairName } from '../../input/legacy-names.ts';
import { clientName } from '../message-rows.ts';

const replacement = '\uFFFD';

export const isGarbled = (text: string): boolean => text.includes(replacement);

/** Whether an earlier run took the name for another one, or lost letters of it, and this one has them. */
export const wasGarbled = (here: string, name: string): boolean =>
  (isGarbled(here) && !isGarbled(name)) || (here !== name && repairName(here) === name);

/** Only after a run that said so are all messages looked through. */
export async function findGarbled(
  db: Db,
  { orgId, sourceId, product }: { orgId: number; sourceId: number; product: string },
): Promise<ReadonlySet<number>> {
  const run = await db.q
    .selectFrom('import_run')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('report', 'like', `%${notUtf8.slice(0, 30)}%`)
    .limit(1)
    .executeTakeFirst();
  if (!run) return new Set();
  const rows = await db.q
    .selectFrom('message')
    .select('id')
    .where('org_id', '=', orgId)
    .where('client', '=', clientName(product))
    .where('content', 'like', `%${replacement}%`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
