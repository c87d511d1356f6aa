import { onboardingSteps } from '../../../../wire/onboarding.ts';
import type { RegisterState } from '../../../../wire/register.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

const taken = prepared<{ user_id: number }>()((q, p) =>
  q.selectFrom('onboarding_step').select('name').where('user_id', '=', p.user_id),
);

/** Onboarding steps that the user has not taken. */
export async function stepsAhead(
  db: Db,
  userId: number,
): Promise<RegisterState<'onboarding_steps'>['onboarding_steps']> {
  const seen = new Set((await db.rows(taken, { user_id: userId })).map((row) => row.name));
  return onboardingSteps.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }));
}
