/** Push subscriptions: the browsers and apps that users receive push notifications on. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Selectable } from 'kysely';
import type { AddPushSubscriptionParams, PushSubscription } from '../../../../wire/push-subscriptions.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, Principal } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { apiError } from '../../lib/errors.ts';
import { addressGuard } from '../../lib/net/addresses.ts';
import { isCallable } from '../../lib/net/guarded-fetch.ts';
import { areSubscriptionKeys } from '../../lib/push/encrypt.ts';
import { isWellFormed, withoutForbidden } from '../../lib/text.ts';

export type SubscriptionRow = Selectable<Schema['push_subscription']>;

/** Per user. The oldest ones beyond it are deleted, since a browser that was removed never unsubscribes. */
const mostSubscriptions = 50;

/** An organization, whose rules end sessions, and a time in milliseconds since 1970. */
interface Moment {
  cache: OrganizationCache;
  now: number;
}

/** Subscriptions whose session is alive: the end of a session does not delete them. */
function liveRows({ q }: Pick<Db, 'q'>, { cache, now }: Moment) {
  const { sessionMs, idleMs } = cache.organization.signInRules;
  return q
    .selectFrom('push_subscription as s')
    .where('s.org_id', '=', cache.orgId)
    .where((eb) =>
      eb.or([
        eb('s.session_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('session')
            .select('session.id')
            .whereRef('session.id', '=', 's.session_id')
            .whereRef('session.user_id', '=', 's.user_id')
            .where('session.expires_at', '>', now)
            .where('session.created_at', '>', sessionMs === null ? 0 : now - sessionMs)
            .where('session.last_seen_at', '>', idleMs === null ? 0 : now - idleMs),
        ),
      ]),
    );
}

export function liveSubscriptions(db: Pick<Db, 'q'>, at: Moment, userId: number) {
  return liveRows(db, at).selectAll('s').where('s.user_id', '=', userId).orderBy('s.id', 'desc').execute();
}

export function liveSubscription(db: Pick<Db, 'q'>, at: Moment, id: number) {
  return liveRows(db, at).selectAll('s').where('s.id', '=', id).executeTakeFirst();
}

/** The users among them who have a subscription. */
export async function usersWithSubscriptions(
  db: Pick<Db, 'q' | 'dialect'>,
  at: Moment,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await liveRows(db, at)
    .select('s.user_id')
    .distinct()
    .where(inList(db.dialect, 's.user_id', userIds))
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * A browser has one endpoint: the next user who signs in there takes it over.
 * @param reachable Private networks that may be called (`reachableNetworks`).
 * @throws ApiError for an endpoint that must not be called, and for invalid keys
 */
export async function addSubscription(
  tx: Tx,
  me: Principal,
  { endpoint, p256dh, auth, name, kind }: AddPushSubscriptionParams,
  reachable: string | undefined,
): Promise<number> {
  checkEndpoint(endpoint, reachable);
  if (!areSubscriptionKeys({ p256dh, auth })) throw apiError('push.invalid-keys');
  const endpointHash = createHash('sha256').update(endpoint).digest('base64url');
  await tx.q
    .deleteFrom('push_subscription')
    .where('org_id', '=', tx.orgId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();
  const { id } = await tx.q
    .insertInto('push_subscription')
    .values({
      org_id: tx.orgId,
      user_id: me.id,
      session_id: me.sessionId ?? null,
      kind: kind ?? (me.sessionId === undefined ? 'unifiedpush' : 'web'),
      endpoint,
      endpoint_hash: endpointHash,
      p256dh,
      auth,
      name: isWellFormed(name) ? withoutForbidden(name).trim() : '',
      created_at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteOldest(tx, me.id);
  return id;
}

function checkEndpoint(endpoint: string, reachable: string | undefined): void {
  const url = URL.parse(endpoint);
  // Push services use TLS; only those in a private network of the operator may do without.
  const isSecure = url?.protocol === 'https:' || reachable !== undefined;
  if (!url || !isSecure || !isCallable(endpoint)) throw apiError('push.invalid-endpoint');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !addressGuard(reachable)(host)) throw apiError('push.private-endpoint');
}

async function deleteOldest(tx: Tx, userId: number): Promise<void> {
  const tooMany = await tx.q
    .selectFrom('push_subscription')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(mostSubscriptions)
    .executeTakeFirst();
  if (tooMany)
    await tx.q
      .deleteFrom('push_subscription')
      .where('id', '<=', tooMany.id)
      .where('user_id', '=', userId)
      .execute();
}

/** @throws ApiError for a subscription that does not exist or belongs to another user */
export async function removeSubscription(tx: Tx, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('push_subscription')
    .where('org_id', '=', tx.orgId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw apiError('push.no-such-subscription');
}

/** When the API key or the account of the user ends. */
export async function deletePushSubscriptions(tx: Tx, userId: number, exceptSession?: number): Promise<void> {
  let query = tx.q.deleteFrom('push_subscription').where('user_id', '=', userId);
  if (exceptSession !== undefined)
    query = query.where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '!=', exceptSession)]));
  await query.execute();
}

/** The push service has reported that the subscription no longer exists. */
export async function deleteDeadSubscription(tx: Tx, id: number): Promise<void> {
  await tx.q.deleteFrom('push_subscription').where('org_id', '=', tx.orgId).where('id', '=', id).execute();
}

export async function noteDelivery(tx: Tx, id: number, error: string | null): Promise<void> {
  const change =
    error === null ? { delivered_at: tx.now, last_error: null } : { failed_at: tx.now, last_error: error };
  await tx.q
    .updateTable('push_subscription')
    .set(change)
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const subscriptionObject = (
  row: SubscriptionRow,
  sessionId: number | undefined,
): PushSubscription => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  created_at: seconds(row.created_at),
  delivered_at: row.delivered_at === null ? null : seconds(row.delivered_at),
  last_error: row.last_error,
  is_current: sessionId !== undefined && row.session_id === sessionId,
});
