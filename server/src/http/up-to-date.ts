/** Retries requests that were refused because this node has not applied a recent commit of another node. */
import type { AppContext } from '../core/context/index.ts';
import { ApiError } from '../lib/errors.ts';
import { takesDelivery, type Route } from './route.ts';

/** Rate-limited requests are not retried, since that costs a query. */
const tooMany = 429;

/**
 * Handles a request, and retries it if it was refused while this node was behind. For anonymous requests the node catches
 * up first instead, since a refused attempt, such as a wrong password, is counted.
 * @param hasFiles Whether the request has files, which can be stored only once.
 */
export async function respondUpToDate<T>(
  { peers, hub }: Pick<AppContext, 'peers' | 'hub'>,
  { route, orgId, hasFiles }: { route: Route; orgId: number; hasFiles: boolean },
  work: () => Promise<T>,
): Promise<T> {
  if (!peers.areAllowed) return work();
  const isOnce = route.policy === 'anyone' || takesDelivery(route) || hasFiles;
  if (isOnce && route.method !== 'GET') await peers.catchUp(orgId);
  if (isOnce) return work();
  const before = hub.position(orgId);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === tooMany) throw error;
    await peers.catchUp(orgId);
    if (hub.position(orgId) === before) throw error;
    return work();
  }
}
