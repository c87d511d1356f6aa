/**
 * Quiet messages: read for everyone except picked users. There are few of them, and they have an index of their own.
 */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { joinedNumbers, splitNumbers } from '../../db/sql.ts';
import type { Tx } from '../log/index.ts';
import { trait } from './flag-bits.ts';

const quietBetween = prepared<{ org_id: number; from: number; to: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(joinedNumbers(dialect, 'id').as('ids'))
    .where('org_id', '=', p.org_id)
    .where('id', '>=', p.from)
    .where('id', '<=', p.to)
    .where(sql<boolean>`(traits & ${sql.lit(trait.quiet)}) <> 0`),
);

/** Both ends included. */
export async function quietIds(tx: Tx, from: number, to: number): Promise<Set<number>> {
  const found = await tx.first(quietBetween, { org_id: tx.orgId, from, to });
  return new Set(splitNumbers(found?.ids ?? null));
}
