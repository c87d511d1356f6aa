/** The `externalId` of users and groups. */
import type { Db } from '../../db/db.ts';
import type { Tx } from '../../core/log/index.ts';
import { isPlainText } from '../../lib/text.ts';
import { invalidValue } from './protocol.ts';

type Kind = 'user' | 'group';

const longestExternalId = 500;

export async function externalIds(db: Db, orgId: number, kind: Kind): Promise<Map<number, string>> {
  const rows = await db.q
    .selectFrom('scim_resource')
    .select(['local_id', 'external_id'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ local_id, external_id }) => [local_id, external_id]));
}

/** Ignores a missing `externalId`. @throws ScimError for one that is too long or contains control characters */
export async function storeExternalId(tx: Tx, kind: Kind, id: number, given: unknown): Promise<void> {
  if (typeof given !== 'string' || given === '') return;
  if (given.length > longestExternalId || !isPlainText(given)) throw invalidValue('Invalid externalId');
  await tx.q
    .insertInto('scim_resource')
    .values({ org_id: tx.orgId, kind, local_id: id, external_id: given })
    .onConflict((oc) => oc.columns(['org_id', 'kind', 'local_id']).doUpdateSet({ external_id: given }))
    .execute();
}
