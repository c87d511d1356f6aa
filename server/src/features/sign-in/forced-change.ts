/** Forces a user to change the password at the next sign-in, on request of an owner or the operator. */
import { audit } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';

/** Sessions and API keys remain valid. */
export async function requirePasswordChange(tx: Tx, { id }: User): Promise<void> {
  await tx.q
    .updateTable('person')
    .set({ must_change_password: 1 })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .where('password_hash', 'is not', null)
    .execute();
  await audit(tx, { action: 'user.require_password_change', target: { type: 'user', id } });
}

export async function mustChangePassword(db: Db, orgId: number, userId: number): Promise<boolean> {
  const row = await db.q
    .selectFrom('person')
    .select('must_change_password')
    .where('id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.must_change_password === 1;
}
