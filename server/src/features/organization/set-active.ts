/** Deactivates and reactivates an organization. While it is deactivated nobody can sign in; its data is kept. */
import { audit } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';

/** Callers check permissions. @returns whether it changed */
export async function setOrganizationActive(tx: Tx, isActive: boolean): Promise<boolean> {
  if (tx.cache.organization.isDeactivated !== isActive) return false;
  await tx.q
    .updateTable('organization')
    .set({ is_deactivated: isActive ? 0 : 1 })
    .where('id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
  await audit(tx, {
    action: isActive ? 'organization.reactivate' : 'organization.deactivate',
    target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
  });
  // Ends waiting long polls; the next request of each client is refused.
  if (!isActive) tx.emit({ type: 'realm', op: 'deactivated', realm_id: tx.orgId }, { everyone: true });
  return true;
}
