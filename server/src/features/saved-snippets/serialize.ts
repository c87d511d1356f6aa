import type { SavedSnippet } from '../../../../wire/saved-snippets.ts';

export interface SnippetRow {
  id: number;
  title: string;
  content: string;
  created_at: number;
}

export const snippetObject = (row: SnippetRow): SavedSnippet => ({
  id: row.id,
  title: row.title,
  content: row.content,
  date_created: Math.floor(row.created_at / 1000),
});
