import { heddleHints, onboardingSteps } from '../../../../wire/onboarding.ts';
import type { RegisterState } from '../../../../wire/register.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';

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
