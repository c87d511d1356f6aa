/** Whether an organization requires two-factor authentication: what owners choose. */
import type { SignInPolicyResponse, UpdateSignInPolicyParams } from '../../../../wire/two-factor.ts';
import { auditChange } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { getTwoFactorStart, storeTwoFactorStart } from '../../core/two-factor/index.ts';
import type { Db } from '../../db/db.ts';

const dayMs = 24 * 3600_000;

export const seconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.floor(milliseconds / 1000);

export async function signInPolicy(db: Db, orgId: number): Promise<SignInPolicyResponse> {
  return { two_factor_required_from: seconds(await getTwoFactorStart(db, orgId)) };
}

/** What is required already stays required: a new grace period would be a way around it. */
export async function updatePolicy(
  tx: Tx,
  { require_two_factor, grace_days }: UpdateSignInPolicyParams,
): Promise<SignInPolicyResponse> {
  const before = await getTwoFactorStart(tx, tx.orgId);
  const begun = before !== null && before <= tx.now ? before : undefined;
  const after = require_two_factor ? (begun ?? tx.now + grace_days * dayMs) : null;
  await storeTwoFactorStart(tx, after);
  await auditChange(tx, {
    action: 'organization.update',
    target: { type: 'organization', id: tx.orgId },
    before: { two_factor_required_from: seconds(before) },
    after: { two_factor_required_from: seconds(after) },
  });
  return { two_factor_required_from: seconds(after) };
}
