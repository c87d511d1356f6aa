import type { AddPlaygroundParams, Playground } from '../../../../wire/linkifiers.ts';
import { audit } from '../../core/audit/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError, fieldErrors } from '../../lib/errors.ts';
import { isSafeTemplate, parseUrlTemplate, templateNames } from '../../lib/markdown/links/url-template.ts';
import { codePoints, isPlainText, tidySpaces } from '../../lib/text.ts';
import type { Db } from '../../db/db.ts';
import type { Selectable } from 'kysely';
import type { PlaygroundTable } from '../../db/schema/linkifiers.ts';

const longest = { name: 100, language: 40, template: 2000 };

export async function addPlayground(tx: Tx, params: AddPlaygroundParams): Promise<number> {
  const values = {
    name: checkedName(params.name),
    language: checkedLanguage(params.pygments_language),
    url_template: checkedTemplate(params.url_template),
  };
  const all = await getPlaygrounds(tx, tx.orgId);
  if (all.some((one) => one.name === values.name && one.pygments_language === values.language))
    throw fieldErrors({
      __all__: apiError('playgrounds.already-exists'),
    });
  refuseAboveLimit('playgrounds.too-many', all.length);
  const { id } = await tx.q
    .insertInto('playground')
    .values({ org_id: tx.orgId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  await emitPlaygrounds(tx);
  const { name, ...after } = values;
  await audit(tx, { action: 'playground.add', target: { type: 'playground', id, name }, after });
  return id;
}

export async function removePlayground(tx: Tx, id: number): Promise<void> {
  const removed = await tx.q
    .deleteFrom('playground')
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .returning(['name', 'language', 'url_template'])
    .executeTakeFirst();
  if (!removed) throw apiError('playgrounds.not-found');
  await emitPlaygrounds(tx);
  const { name, ...before } = removed;
  await audit(tx, { action: 'playground.remove', target: { type: 'playground', id, name }, before });
}

function checkedName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw apiError('playgrounds.name-blank');
  if (!isPlainText(name)) throw apiError('parameters.invalid-character', { name: 'name' });
  if (codePoints(name) > longest.name)
    throw apiError('parameters.too-long', { name: 'name', limit: longest.name });
  return name;
}

function checkedLanguage(given: string): string {
  const language = given.trim();
  if (language === '') throw apiError('playgrounds.language-blank');
  if (language.length > longest.language)
    throw apiError('parameters.too-long', { name: 'pygments_language', limit: longest.language });
  if (!/^[ a-zA-Z0-9_+\-./#]+$/.test(language)) throw apiError('playgrounds.language-characters');
  return language;
}

function checkedTemplate(given: string): string {
  const text = given.trim();
  const template = text.length > longest.template ? undefined : parseUrlTemplate(text);
  if (!template) throw fieldErrors({ url_template: apiError('playgrounds.invalid-template') });
  if (!templateNames(template).includes('code'))
    throw fieldErrors({ __all__: apiError('playgrounds.no-code-variable') });
  if (!isSafeTemplate(template))
    throw fieldErrors({ url_template: apiError('playgrounds.invalid-template') });
  return text;
}

async function emitPlaygrounds(tx: Tx): Promise<void> {
  await tx.touch({ organization: true });
  const realm_playgrounds = await getPlaygrounds(tx, tx.orgId);
  tx.emit({ type: 'realm_playgrounds', realm_playgrounds }, { everyone: true });
}

export async function getPlaygrounds(db: Db, orgId: number): Promise<Playground[]> {
  const rows = await db.q
    .selectFrom('playground')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('id')
    .execute();
  return rows.map(serializePlayground);
}

function serializePlayground(row: Selectable<PlaygroundTable>): Playground {
  return { id: row.id, name: row.name, pygments_language: row.language, url_template: row.url_template };
}
