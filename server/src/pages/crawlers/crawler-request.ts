/** An anonymous request of a crawler, within the budget of spectators. */
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { spectatorBudget } from '../../core/spectators/index.ts';
import { getSite } from '../../http/site.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

export interface CrawlerRequest {
  app: AppContext;
  cache: OrganizationCache;
  /** URL of the organization. */
  origin: string;
}

/** @throws ApiError 404 without an organization, 429 above the budget. */
export async function beginVisit(app: AppContext, request: FastifyRequest): Promise<CrawlerRequest> {
  const { orgId, origin } = getSite(app, request);
  if (orgId === 0) throw notFound();
  countRequest(app, request.ip);
  return { app, cache: await app.organizations.cache(orgId), origin };
}

/** @throws ApiError 429 above the budget. */
export function countRequest(app: Pick<AppContext, 'config' | 'services'>, ip: string): void {
  spectatorBudget(app).count('page', ip, performance.now());
}

/** The same for what does not exist and for what is not public. */
export const notFound = (): ApiError => apiError('requests.not-found');

/** Measures the time of work for spectators, without waiting for the client. */
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
