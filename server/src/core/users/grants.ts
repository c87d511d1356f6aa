/**
 * Permissions beyond roles, which only the operator of the server grants, from the command line: they reach what an
 * organization's own administrators should not reach. Kept as a JSON array in `person.grants`.
 */
import { roles } from '../../../../wire/core.ts';
import { auditChange } from '../audit/index.ts';
import type { Tx } from '../log/index.ts';
import type { User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { isIn } from '../../lib/objects.ts';

export const grants = ['can_create_users', 'can_change_user_emails'] as const;
export type Grant = (typeof grants)[number];

export const isGrant = (name: string): name is Grant => isIn(grants, name);

/**
 * Whether the account can do what administrators cannot. Who controls it can do that too: whatever gives control of an account,
 * as its key, its password or its address does, gives that of such an account to owners only.
 */
export const isAboveAdministrators = ({ role, grants: held }: User): boolean =>
  role === roles.owner || held.length > 0;

export const hasGrant = (user: User, grant: Grant): boolean => user.grants.includes(grant);

/** Grants or revokes one permission. Returns whether that changed anything. */
export async function setGrant(tx: Tx, userId: number, grant: Grant, isHeld: boolean): Promise<boolean> {
  const user = tx.cache.users.get(userId);
  if (!user || user.isSystem) throw apiError('users.not-found');
  if (hasGrant(user, grant) === isHeld) return false;
  const held = grants.filter((one) => (one === grant ? isHeld : hasGrant(user, one)));
  await tx.q
    .updateTable('person')
    .set({ grants: JSON.stringify(held) })
    .where('id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [userId] });
  await auditChange(tx, {
    action: 'user.grant',
    target: { type: user.isBot ? 'bot' : 'user', id: userId },
    before: { grants: user.grants },
    after: { grants: held },
  });
  return true;
}
