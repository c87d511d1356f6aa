/** A request for a public page, and the cache of such pages. */
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { openChannel, publicChanges, type ShownPlace } from '../../core/spectators/index.ts';
import type { PublicResponse } from './response.ts';
import { makePage, pageCache } from './cache.ts';
import type { PublicFrame } from './frame.ts';
import { isObject } from '../../lib/objects.ts';

export interface PublicPageRequest {
  app: AppContext;
  request: FastifyRequest;
  cache: OrganizationCache;
  frame: PublicFrame;
  /** `publicChanges.observe` at the start of the request. */
  since: number;
}

export type Find = (visit: PublicPageRequest) => Promise<PublicResponse>;

/** Identifies a page by organization, language, origin, path and page number. */
function pageKey({ request, cache, frame }: PublicPageRequest): string {
  const [path = ''] = request.url.split('?', 1);
  const { page = '' } = isObject(request.query) ? request.query : {};
  return JSON.stringify([cache.orgId, frame.t.language, frame.origin, path, page]);
}

/** The cached page, if it is unchanged and still public. */
export function foundBefore(visit: PublicPageRequest): PublicResponse | undefined {
  const { app, cache } = visit;
  const key = pageKey(visit);
  const page = pageCache(app).get(key);
  if (!page) return undefined;
  const { since, place } = page;
  const isOpen = place.channelId === undefined || openChannel(app, cache, place.channelId) !== undefined;
  if (isOpen && publicChanges(app).isUnchanged(since, place)) return { kind: 'page', page };
  pageCache(app).delete(key);
  return undefined;
}

/** Caches and returns a rendered page; a missing one if `html` is undefined. */
export function madeResponse(
  visit: PublicPageRequest,
  html: string | undefined,
  place: Omit<ShownPlace, 'orgId'>,
): PublicResponse {
  if (html === undefined) return { kind: 'missing' };
  const page = makePage(html, visit.since, { ...place, orgId: visit.cache.orgId });
  pageCache(visit.app).set(pageKey(visit), page);
  return { kind: 'page', page };
}

/** Compares path and page number, ignoring escapes and other query parameters. */
export function isAt({ url }: FastifyRequest, path: string): boolean {
  const [at = '', query = ''] = url.split('?', 2);
  const [wanted = '', wantedQuery = ''] = path.split('?', 2);
  const pageParameter = (text: string) => new URLSearchParams(text).get('page');
  return decode(at) === decode(wanted) && pageParameter(query) === pageParameter(wantedQuery);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
