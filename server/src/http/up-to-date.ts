/** Handles requests about something that another node committed a moment ago and this one has not applied yet. */
import type { AppContext } from '../core/context/index.ts';
import { ApiError } from '../lib/errors.ts';
import { takesDelivery, type Route } from './route.ts';

/** What is refused for the sake of the database does not ask it. */
const tooMany = 429;

/**
 * Runs a request, and runs it again if it was refused while this node was behind: what it is about may be there by now. Who is
 * not signed in may guess at something, which is counted, so this node catches up first.
 * @param hasFiles Whether the request brought files, which can be taken only once.
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
