/** A request of a program without an account, within the budget of spectators. */
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { spectatorBudget } from '../../core/spectators/index.ts';
import { getSite } from '../../http/site.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

export interface CrawlerRequest {
  app: AppContext;
  cache: OrganizationCache;
  /** Where the organization is reached. */
  origin: string;
}

/** @throws ApiError 404 where no organization is, 429 beyond the budget. */
export async function beginVisit(app: AppContext, request: FastifyRequest): Promise<CrawlerRequest> {
  const { orgId, origin } = getSite(app, request);
  if (orgId === 0) throw notFound();
  countRequest(app, request.ip);
  return { app, cache: await app.organizations.cache(orgId), origin };
}

/** @throws ApiError 429 beyond the budget. */
export function countRequest(app: Pick<AppContext, 'config' | 'services'>, ip: string): void {
  spectatorBudget(app).count('page', ip, performance.now());
}

/** The same for what there is not and for what is not open. */
export const notFound = (): ApiError => apiError('requests.not-found');

/** What is done for spectators counts; waiting for them does not. */
export async function measured<T>(
  app: Pick<AppContext, 'config' | 'services'>,
  run: () => Promise<T>,
): Promise<T> {
  const budget = spectatorBudget(app);
  budget.begin(performance.now());
  try {
    return await run();
  } finally {
    budget.end(performance.now());
  }
}
