import type { Linkifier, LinkifierParams } from '../../../../wire/linkifiers.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError, fieldErrors } from '../../lib/errors.ts';
import { checkedLinkifier } from './checks.ts';
import { getLinkifiers } from './queries.ts';

export async function addLinkifier(tx: Tx, params: LinkifierParams): Promise<number> {
  const values = checkedLinkifier(params);
  const all = await getLinkifiers(tx, tx.orgId);
  refuseTaken(all, values.pattern);
  refuseAboveLimit('linkifiers.too-many', all.length);
  const { id } = await tx.q
    .insertInto('linkifier')
    .values({ org_id: tx.orgId, ...stored(values), sort_order: (await lastPlace(tx)) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emitLinkifiers(tx);
  await audit(tx, { action: 'linkifier.add', target: getTarget({ id, ...values }), after: values });
  return id;
}

export async function updateLinkifier(tx: Tx, id: number, params: LinkifierParams): Promise<void> {
  const all = await getLinkifiers(tx, tx.orgId);
  const before = linkifierIn(all, id);
  const values = checkedLinkifier(params, before);
  refuseTaken(
    all.filter((one) => one.id !== id),
    values.pattern,
  );
  await tx.q
    .updateTable('linkifier')
    .set(stored(values))
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await emitLinkifiers(tx);
  await auditChange(tx, { action: 'linkifier.update', target: getTarget(before), before, after: values });
}

const getTarget = ({ id, pattern }: Pick<Linkifier, 'id' | 'pattern'>) =>
  ({ type: 'linkifier', id, name: pattern }) as const;

export async function removeLinkifier(tx: Tx, id: number): Promise<void> {
  const before = linkifierIn(await getLinkifiers(tx, tx.orgId), id);
  await tx.q.deleteFrom('linkifier').where('id', '=', id).where('org_id', '=', tx.orgId).execute();
  await emitLinkifiers(tx);
  await audit(tx, { action: 'linkifier.remove', target: getTarget(before), before });
}

export async function reorderLinkifiers(tx: Tx, order: readonly number[]): Promise<void> {
  const all = await getLinkifiers(tx, tx.orgId);
  const ids = new Set(order);
  const isWhole = order.length === all.length && ids.size === order.length;
  if (!isWhole || all.some(({ id }) => !ids.has(id))) throw apiError('linkifiers.invalid-order');
  for (const [place, id] of order.entries())
    await tx.q
      .updateTable('linkifier')
      .set({ sort_order: place })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  await emitLinkifiers(tx);
  await auditChange(tx, {
    action: 'linkifier.reorder',
    target: { type: 'organization' },
    before: { order: all.map(({ id }) => id) },
    after: { order },
  });
}

function linkifierIn(all: readonly Linkifier[], id: number): Linkifier {
  const found = all.find((one) => one.id === id);
  if (!found) throw apiError('linkifiers.not-found');
  return found;
}

function refuseTaken(others: readonly Linkifier[], pattern: string): void {
  if (others.some((one) => one.pattern === pattern))
    throw fieldErrors({ __all__: apiError('linkifiers.already-exists') });
}

const stored = ({ alternative_url_templates, ...values }: Omit<Linkifier, 'id'>) => ({
  ...values,
  alternative_url_templates: JSON.stringify(alternative_url_templates),
});

async function lastPlace(tx: Tx): Promise<number> {
  const row = await tx.q
    .selectFrom('linkifier')
    .select((eb) => eb.fn.max('sort_order').as('last'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  return row?.last ?? -1;
}

async function emitLinkifiers(tx: Tx): Promise<void> {
  await tx.touch({ organization: true });
  const realm_linkifiers = await getLinkifiers(tx, tx.orgId);
  tx.emit({ type: 'realm_linkifiers', realm_linkifiers }, { everyone: true });
}
