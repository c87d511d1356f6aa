import { heddleHints, onboardingSteps } from '../../../../wire/onboarding.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { RegisterState } from '../../../../wire/register.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

/** Idempotent. @throws ApiError for a step that does not exist. */
export async function markStepTaken(tx: Tx, userId: number, name: string): Promise<void> {
  if (![...onboardingSteps, ...heddleHints].some((step) => step === name))
    throw apiError('users.unknown-onboarding-step', { name });
  const { numInsertedOrUpdatedRows } = await tx.q
    .insertInto('onboarding_step')
    .values({ user_id: userId, name, taken_at: tx.now })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  tx.emit({ type: 'onboarding_steps', ...(await stepsAhead(tx, userId)) }, { users: [userId] });
}

const taken = prepared<{ user_id: number }>()((q, p) =>
  q.selectFrom('onboarding_step').select('name').where('user_id', '=', p.user_id),
);

/** Onboarding steps that the user has not taken, and hints of the web client. */
export async function stepsAhead(
  db: Db,
  userId: number,
): Promise<Pick<RegisterState<'onboarding_steps'>, 'onboarding_steps' | 'heddle_hints'>> {
  const seen = new Set((await db.rows(taken, { user_id: userId })).map((row) => row.name));
  const steps = onboardingSteps.filter((name) => !seen.has(name));
  return {
    onboarding_steps: steps.map((name) => ({ type: 'one_time_notice', name })),
    heddle_hints: heddleHints.filter((name) => !seen.has(name)),
  };
}
