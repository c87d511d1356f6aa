/** Saved snippets. Only their owner gets events. */
import { limits } from '../../../../wire/core.ts';
import {
  snippetTitleLength,
  type CreateSnippetParams,
  type EditSnippetParams,
  type SavedSnippet,
} from '../../../../wire/saved-snippets.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, isWellFormed } from '../../lib/text.ts';
import type { Db } from '../../db/db.ts';

export async function createSnippet(tx: Tx, userId: number, params: CreateSnippetParams): Promise<number> {
  const title = checkedTitle(params.title);
  const content = checkedContent(params.content);
  refuseAboveLimit('snippets.too-many', (await getSnippets(tx, userId)).length);
  const { id } = await tx.q
    .insertInto('saved_snippet')
    .values({ org_id: tx.orgId, user_id: userId, title, content, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const saved_snippet = snippetObject({ id, title, content, created_at: tx.now });
  tx.emit({ type: 'saved_snippets', op: 'add', saved_snippet }, { users: [userId] });
  return id;
}

export async function editSnippet(
  tx: Tx,
  userId: number,
  id: number,
  params: EditSnippetParams,
): Promise<void> {
  const row = await snippetRow(tx, userId, id);
  if (!row) throw noSnippet();
  const title = params.title === undefined ? row.title : checkedTitle(params.title);
  const content = params.content === undefined ? row.content : checkedContent(params.content);
  if (title === row.title && content === row.content) return;
  await tx.q
    .updateTable('saved_snippet')
    .set({ title, content })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute();
  const saved_snippet = snippetObject({ id, title, content, created_at: row.created_at });
  tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet }, { users: [userId] });
}

export async function deleteSnippet(tx: Tx, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await tx.q
    .deleteFrom('saved_snippet')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw noSnippet();
  tx.emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, { users: [userId] });
}

const noSnippet = () => apiError('snippets.not-found');

function checkedTitle(given: string): string {
  const title = given.trim();
  if (title === '') throw apiError('snippets.title-empty');
  checkText('title', title, snippetTitleLength);
  return title;
}

function checkedContent(given: string): string {
  const content = given.trim();
  if (content === '') throw apiError('snippets.content-empty');
  checkText('content', content, limits.messageLength);
  return content;
}

function checkText(what: string, text: string, limit: number): void {
  if (text.includes('\0') || !isWellFormed(text)) throw apiError('parameters.not-valid-text', { name: what });
  if (codePoints(text) > limit) throw apiError('parameters.too-long', { name: what, limit });
}

const rows = ({ q }: Db, userId: number) =>
  q
    .selectFrom('saved_snippet')
    .select(['id', 'title', 'content', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id');

export async function getSnippets(db: Db, userId: number): Promise<SavedSnippet[]> {
  return (await rows(db, userId).execute()).map(snippetObject);
}

function snippetRow(db: Db, userId: number, id: number): Promise<SnippetRow | undefined> {
  return rows(db, userId).where('id', '=', id).executeTakeFirst();
}

interface SnippetRow {
  id: number;
  title: string;
  content: string;
  created_at: number;
}

const snippetObject = (row: SnippetRow): SavedSnippet => ({
  id: row.id,
  title: row.title,
  content: row.content,
  date_created: Math.floor(row.created_at / 1000),
});
