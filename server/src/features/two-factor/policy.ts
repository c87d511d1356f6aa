/** Sign-in policy of an organization: second factors, session lifetime, password length. Set by owners. */
import type { SignInPolicyResponse, UpdateSignInPolicyParams } from '../../../../wire/two-factor.ts';
import { serverNumbers } from '../../../../wire/server.ts';
import { auditChange } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, SignInRules } from '../../core/organization/index.ts';
import { endSessionsBeyond } from '../../core/sessions/index.ts';
import { getTwoFactorStart, storeTwoFactorStart } from '../../core/two-factor/index.ts';
import type { Db } from '../../db/db.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const seconds = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.floor(milliseconds / 1000);

export async function signInPolicy(
  db: Db,
  { orgId, organization }: OrganizationCache,
): Promise<SignInPolicyResponse> {
  return {
    two_factor_required_from: seconds(await getTwoFactorStart(db, orgId)),
    ...rulesObject(organization.signInRules),
  };
}

const rulesObject = ({ sessionMs, idleMs, minPasswordLength, confirmsFormerEmail }: SignInRules) => ({
  session_hours: sessionMs === null ? null : sessionMs / hourMs,
  idle_minutes: idleMs === null ? null : idleMs / minuteMs,
  min_password_length: minPasswordLength ?? serverNumbers.password_min_length,
  confirm_former_email: confirmsFormerEmail,
});

/** Ends sessions that exceed the new rules. Keeps what is not given. */
export async function updatePolicy(tx: Tx, params: UpdateSignInPolicyParams): Promise<SignInPolicyResponse> {
  const before = await signInPolicy(tx, tx.cache);
  if (params.require_two_factor !== undefined)
    await storeTwoFactorStart(tx, await getNewStart(tx, params.require_two_factor, params.grace_days));
  await storeRules(tx, params);
  const after = await signInPolicy(tx, tx.cache);
  await endSessionsBeyond(tx, tx.cache.organization.signInRules);
  await auditChange(tx, {
    action: 'organization.update',
    target: { type: 'organization', id: tx.orgId },
    before,
    after,
  });
  return after;
}

/** A requirement in force stays in force, since a new grace period would suspend it. */
async function getNewStart(tx: Tx, isRequired: boolean, graceDays: number): Promise<number | null> {
  if (!isRequired) return null;
  const before = await getTwoFactorStart(tx, tx.orgId);
  return before !== null && before <= tx.now ? before : tx.now + graceDays * dayMs;
}

async function storeRules(
  tx: Tx,
  { session_hours, idle_minutes, min_password_length, confirm_former_email }: UpdateSignInPolicyParams,
): Promise<void> {
  const set = {
    ...(session_hours !== undefined && { session_hours }),
    ...(idle_minutes !== undefined && { idle_minutes }),
    ...(min_password_length !== undefined && { min_password_length }),
    ...(confirm_former_email !== undefined && { confirm_former_email: confirm_former_email ? 1 : 0 }),
  };
  if (Object.keys(set).length === 0) return;
  await tx.q
    .insertInto('sign_in_policy')
    .values({ org_id: tx.orgId, ...set })
    .onConflict((oc) => oc.column('org_id').doUpdateSet(set))
    .execute();
  await tx.touch({ organization: true });
}
