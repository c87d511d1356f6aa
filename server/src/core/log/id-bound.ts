/**
 * The bound of message ids, on PostgreSQL: work in the order of ids has gone up to it, or is about to (`core/messages/settled.ts`), so
 * that a node stores no messages up to it with ids that it has kept.
 */
import type { Db } from '../../db/db.ts';

const boundName = 'message ids bound';

export const idBoundSql = `coalesce((SELECT value::bigint FROM server_fact WHERE name = '${boundName}'), 0)`;

const raiseSql = `INSERT INTO server_fact (name, value) VALUES ('${boundName}', $1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE server_fact.value::bigint < excluded.value::bigint`;

export async function raiseIdBound({ connection }: Db, id: number): Promise<void> {
  await connection.run(raiseSql, [String(id)]);
}
