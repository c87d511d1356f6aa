/** The `externalId` of users and groups. */
import type { Db } from '../../db/db.ts';
import type { Tx } from '../../core/log/index.ts';

type Kind = 'user' | 'group';

export async function externalIds(db: Db, orgId: number, kind: Kind): Promise<Map<number, string>> {
  const rows = await db.q
    .selectFrom('scim_resource')
    .select(['local_id', 'external_id'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ local_id, external_id }) => [local_id, external_id]));
}

/** Ignores a missing or invalid `externalId`. */
export async function storeExternalId(tx: Tx, kind: Kind, id: number, given: unknown): Promise<void> {
  if (typeof given !== 'string' || given === '' || given.length > 500) return;
  await tx.q
    .insertInto('scim_resource')
    .values({ org_id: tx.orgId, kind, local_id: id, external_id: given })
    .onConflict((oc) => oc.columns(['org_id', 'kind', 'local_id']).doUpdateSet({ external_id: given }))
    .execute();
}
