import { heddleHints, onboardingSteps } from '../../../../wire/onboarding.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { stepsAhead } from './queries.ts';

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
