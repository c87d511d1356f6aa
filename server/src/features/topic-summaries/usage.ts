/** Limits on the use of the model: per day for a user and an organization, and concurrent requests. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { makeLimit } from '../../core/limits/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';

const daySeconds = 24 * 3600;
/** Concurrent requests to the model on one node. */
const mostAtOnce = 4;

const usage = defineService((app: AppContext) => ({
  ofPerson: makeLimit(app, 'ai person', { seconds: daySeconds, count: app.config.aiDailyLimitPerPerson }),
  ofOrganization: makeLimit(app, 'ai organization', { seconds: daySeconds, count: app.config.aiDailyLimit }),
  running: new Set<number>(),
}));

/** Counts successful requests. @throws ApiError if a limit is reached */
export async function within<T>(
  app: AppContext,
  { id, orgId }: Principal,
  work: () => Promise<T>,
): Promise<T> {
  const { ofPerson, ofOrganization, running } = usage(app);
  if (running.has(id) || running.size >= mostAtOnce) throw apiError('ai.busy', {}, { 'retry-after': 5 });
  running.add(id);
  try {
    if (!(await ofPerson.use(String(id))).isAllowed) throw apiError('ai.limit-reached');
    if (!(await ofOrganization.use(String(orgId))).isAllowed) {
      await ofPerson.refund(String(id));
      throw apiError('ai.limit-reached');
    }
    return await work().catch(async (error: unknown) => {
      await ofPerson.refund(String(id));
      await ofOrganization.refund(String(orgId));
      throw error;
    });
  } finally {
    running.delete(id);
  }
}
