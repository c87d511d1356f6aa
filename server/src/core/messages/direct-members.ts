/** Who takes part in a direct conversation. Its key in the database is their ids, ascending. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, listValue } from '../../db/sql.ts';

export const memberKey = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join(',');

export const membersIn = (key: string): number[] => key.split(',').map(Number);

const keysByIds = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('direct')
    .select(['id', 'member_key'])
    .where(withIdsParam(dialect, p.org_id, p.list)),
);

/** The members of direct conversations, by the conversation's id. */
export async function membersOfDirects(
  db: Db,
  orgId: number,
  directIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (directIds.length === 0) return new Map();
  const rows = await db.rows(keysByIds, { org_id: orgId, list: listValue(db.dialect, directIds) });
  return new Map(rows.map((row) => [row.id, membersIn(row.member_key)]));
}

/** Ids of all direct conversations of an organization, in order, a page at a time. */
export async function* directIdPages(db: Db, orgId: number, pageSize: number): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const rows = await db.q
      .selectFrom('direct')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}
