/** Limits on the use of the model: per day for a user and an organization, and concurrent requests. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import { makeLimit, type UseLimit } from '../../core/limits/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';

const daySeconds = 24 * 3600;
/** Concurrent requests to the model on one node. */
const mostAtOnce = 4;

/** Failures of a small limit that are forgiven. */
const fewestForgiven = 10;

const usage = defineService((app: AppContext) => ({
  ofPerson: makeAllowance(app, 'ai person', app.config.aiDailyLimitPerPerson),
  ofOrganization: makeAllowance(app, 'ai organization', app.config.aiDailyLimit),
  running: new Set<number>(),
}));

interface Allowance {
  used: UseLimit;
  /** A service may be paid for what it did before it failed, so that failures are not forgiven without end. */
  forgiven: UseLimit;
}

const makeAllowance = (app: AppContext, name: string, count: number): Allowance => ({
  used: makeLimit(app, name, { seconds: daySeconds, count }),
  forgiven: makeLimit(app, `${name} failed`, {
    seconds: daySeconds,
    count: Math.max(count, fewestForgiven),
  }),
});

async function forgive({ used, forgiven }: Allowance, key: string): Promise<void> {
  if ((await forgiven.use(key)).isAllowed) await used.refund(key);
}

/** Counts requests, and failed ones beyond those that are forgiven. @throws ApiError if a limit is reached */
export async function within<T>(
  app: AppContext,
  { id, orgId }: Principal,
  work: () => Promise<T>,
): Promise<T> {
  const { ofPerson, ofOrganization, running } = usage(app);
  if (running.has(id) || running.size >= mostAtOnce) throw apiError('ai.busy', {}, { 'retry-after': 5 });
  running.add(id);
  try {
    if (!(await ofPerson.used.use(String(id))).isAllowed) throw apiError('ai.limit-reached');
    if (!(await ofOrganization.used.use(String(orgId))).isAllowed) {
      await ofPerson.used.refund(String(id));
      throw apiError('ai.limit-reached');
    }
    return await work().catch(async (error: unknown) => {
      await forgive(ofPerson, String(id));
      await forgive(ofOrganization, String(orgId));
      throw error;
    });
  } finally {
    running.delete(id);
  }
}
