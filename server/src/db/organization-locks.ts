/** Locks of the rows of organizations, which order the writes of nodes. */
import type { Statement } from './connection.ts';

/**
 * On PostgreSQL, held to the end of the transaction: makes ids and positions visible in commit order across nodes. Organization
 * 0, the server itself, has neither a row nor events.
 */
export const lockOrganization = (orgId: number): Statement => ({
  sql: 'SELECT id FROM organization WHERE id = $1 FOR UPDATE',
  parameters: [orgId],
});

/** The same of several without waiting: takes the locks that no other process holds, whose ids `lockedIdsSql` has then. */
export function tryLockOrganizations(orgIds: readonly number[]): Statement {
  const { sql, parameters } = lockSeveral(orgIds, 'SKIP LOCKED');
  return {
    sql: `SELECT set_config('heddle.locked', coalesce(string_agg(id::text, ','), ''), true) FROM (${sql}) AS locked`,
    parameters,
  };
}

/** In further statements of the transaction, which can be sent before it is known here which locks were taken. */
export const lockedIdsSql = `string_to_array(current_setting('heddle.locked'), ',')::bigint[]`;

/** The same, which fails if another process holds one of the locks. */
export const lockAtOnce = (orgIds: readonly number[]): Statement => lockSeveral(orgIds, 'NOWAIT');

/**
 * With more organizations they are one parameter. A few are named each: of an array PostgreSQL would have to presume a length, and
 * plan the statement again for each, which takes longer than to run it.
 */
export const mostNamed = 8;

function lockSeveral(orgIds: readonly number[], otherwise: 'SKIP LOCKED' | 'NOWAIT'): Statement {
  const isFew = orgIds.length <= mostNamed;
  const wanted = isFew ? `IN (${orgIds.map((_, at) => `$${at + 1}`).join(', ')})` : '= ANY($1::bigint[])';
  return {
    sql: `SELECT id FROM organization WHERE id ${wanted} FOR UPDATE ${otherwise}`,
    parameters: isFew ? orgIds : [orgIds],
  };
}
