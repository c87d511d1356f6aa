/** Public pages are served within the budget of spectators. */
import type { AppContext } from '../../core/context/index.ts';
import { spectatorBudget } from '../../core/spectators/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from './response.ts';

/** Computes the response within the budget of spectators. */
export async function withinPageBudget(
  app: AppContext,
  ip: string,
  find: () => Promise<PublicResponse>,
): Promise<PublicResponse> {
  const budget = spectatorBudget(app);
  try {
    budget.count('page', ip, performance.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'busy', seconds: Math.ceil(Number(error.data['retry-after'])) };
  }
  budget.begin(performance.now());
  try {
    return await find();
  } finally {
    budget.end(performance.now());
  }
}
