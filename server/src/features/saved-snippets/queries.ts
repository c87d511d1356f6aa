import type { SavedSnippet } from '../../../../wire/saved-snippets.ts';
import type { Db } from '../../db/db.ts';
import { snippetObject, type SnippetRow } from './serialize.ts';

const rows = ({ q }: Db, userId: number) =>
  q
    .selectFrom('saved_snippet')
    .select(['id', 'title', 'content', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id');

export async function getSnippets(db: Db, userId: number): Promise<SavedSnippet[]> {
  return (await rows(db, userId).execute()).map(snippetObject);
}

export function snippetRow(db: Db, userId: number, id: number): Promise<SnippetRow | undefined> {
  return rows(db, userId).where('id', '=', id).executeTakeFirst();
}
