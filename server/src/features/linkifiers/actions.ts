import type { Linkifier, LinkifierParams } from '../../../../wire/linkifiers.ts';
import { audit, auditChange } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError, fieldErrors, type ApiError } from '../../lib/errors.ts';
import { groupsIn, linkifierProblem } from '../../lib/markdown/links/linkifiers.ts';
import { expandUrlTemplate, parseUrlTemplate, templateNames } from '../../lib/markdown/links/url-template.ts';
import type { Db } from '../../db/db.ts';
import type { Selectable } from 'kysely';
import type { LinkifierTable } from '../../db/schema/linkifiers.ts';
import { parseStored } from '../../lib/json.ts';

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

// Validates linkifiers.

type Values = Omit<Linkifier, 'id'>;

const longestText = 2000;
const mostAlternatives = 20;

/** The field of an error; `__all__` if two fields contradict each other. */
type Field = keyof Values | '__all__';
const fields = { pattern: 'pattern', template: 'url_template', both: '__all__' } as const;

function refuse(field: Field, error: ApiError): never {
  throw fieldErrors({ [field]: error });
}

/** @param before Values of omitted fields. @throws ApiError that names the field */
function checkedLinkifier(given: LinkifierParams, before?: Values): Values {
  const values: Values = {
    pattern: given.pattern.trim(),
    url_template: given.url_template.trim(),
    example_input: getText(given.example_input, before?.example_input),
    reverse_template: getText(given.reverse_template, before?.reverse_template),
    alternative_url_templates:
      given.alternative_url_templates?.map((template) => template.trim()) ??
      before?.alternative_url_templates ??
      [],
  };
  checkBlanks(values);
  checkLengths(values);
  const problem = linkifierProblem({ pattern: values.pattern, urlTemplate: values.url_template });
  if (problem) refuse(fields[problem.of], apiError('linkifiers.invalid', { problem: problem.text }));
  for (const template of values.alternative_url_templates) checkAlternative(values, template);
  checkExample(values);
  return values;
}

const getText = (given: string | undefined, before: string | null = null): string | null =>
  given === undefined ? before : given.trim() || null;

function checkBlanks({ pattern, url_template }: Values): void {
  const blank = Object.entries({ pattern, url_template }).filter(([, text]) => text === '');
  if (blank.length > 0)
    throw fieldErrors(Object.fromEntries(blank.map(([field]) => [field, apiError('linkifiers.blank')])));
}

const textFields = ['pattern', 'url_template', 'example_input', 'reverse_template'] as const;

function checkLengths({ alternative_url_templates: alternatives, ...texts }: Values): void {
  for (const name of textFields)
    if ((texts[name]?.length ?? 0) > longestText)
      refuse(name, apiError('parameters.too-long', { name, limit: longestText }));
  if (alternatives.length > mostAlternatives || alternatives.some((one) => one.length > longestText))
    refuse('alternative_url_templates', apiError('linkifiers.alternatives-too-long'));
}

function checkAlternative({ pattern, url_template }: Values, template: string): void {
  const problem = linkifierProblem({ pattern, urlTemplate: template });
  if (problem && template !== url_template)
    refuse('alternative_url_templates', apiError('linkifiers.invalid', { problem: problem.text }));
}

/** The example must match as a whole, and the reverse template must reproduce it. */
function checkExample({ pattern, url_template, example_input, reverse_template }: Values): void {
  if (example_input === null) {
    if (reverse_template !== null) refuse('reverse_template', apiError('linkifiers.reverse-without-example'));
    return;
  }
  const groups = groupsIn({ pattern, urlTemplate: url_template }, example_input);
  if (!groups) refuse('example_input', apiError('linkifiers.example-mismatch'));
  if (reverse_template === null) return;
  const reverse = parseUrlTemplate(reverse_template);
  if (!reverse) refuse('reverse_template', apiError('linkifiers.invalid-reverse'));
  const unknown = templateNames(reverse).find((name) => !groups.has(name));
  if (unknown !== undefined)
    refuse('reverse_template', apiError('linkifiers.reverse-unknown-group', { group: unknown }));
  if (decoded(expandUrlTemplate(reverse, groups)) !== example_input)
    refuse('reverse_template', apiError('linkifiers.reverse-mismatch'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In order of precedence. */
export async function getLinkifiers(db: Db, orgId: number): Promise<Linkifier[]> {
  const rows = await db.q
    .selectFrom('linkifier')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  return rows.map(serializeLinkifier);
}

function serializeLinkifier(row: Selectable<LinkifierTable>): Linkifier {
  return {
    id: row.id,
    pattern: row.pattern,
    url_template: row.url_template,
    example_input: row.example_input,
    reverse_template: row.reverse_template,
    alternative_url_templates: parseStored<string[]>(row.alternative_url_templates),
  };
}
