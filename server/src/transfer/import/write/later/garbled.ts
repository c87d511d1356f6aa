/** Messages of earlier runs whose file was in another encoding than its letters: a run of the file in UTF-8 puts them right. */
import type { Db } from '../../../../db/db.ts';
import { notUtf8 } from '../../input/encoding.ts';
import { repairName } from '../../input/legacy-names.ts';
import { giveWay } from '../give-way.ts';
import { clientName } from '../message-rows.ts';

const replacement = '\uFFFD';
const idsAtOnce = 5000;

export const isGarbled = (text: string): boolean => text.includes(replacement);

/** Whether an earlier run took the name for another one, or lost letters of it, and this one has them. */
export const wasGarbled = (here: string, name: string): boolean =>
  (isGarbled(here) && !isGarbled(name)) || (here !== name && repairName(here) === name);

/** Only after a run that said so are all messages looked through. */
export async function findGarbled(
  db: Db,
  { orgId, sourceId, product, isLive }: { orgId: number; sourceId: number; product: string; isLive: boolean },
): Promise<ReadonlySet<number>> {
  const run = await db.q
    .selectFrom('import_run')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('report', 'like', `%${notUtf8.slice(0, 30)}%`)
    .limit(1)
    .executeTakeFirst();
  if (!run) return new Set();
  const { first, last } = await db.q
    .selectFrom('message')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  const found = new Set<number>();
  for (let from = first; from <= last; from += idsAtOnce) {
    const rows = await giveWay(isLive, () =>
      db.q
        .selectFrom('message')
        .select('id')
        .where('org_id', '=', orgId)
        .where('id', '>=', from)
        .where('id', '<', from + idsAtOnce)
        .where('client', '=', clientName(product))
        .where('content', 'like', `%${replacement}%`)
        .execute(),
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}
