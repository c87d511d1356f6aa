import type { StateFetchers } from '../../core/context/index.ts';
import { getSnippets } from './queries.ts';

export const snippetState: Pick<StateFetchers, 'saved_snippets'> = {
  saved_snippets: async ({ tx, me }) => ({ saved_snippets: await getSnippets(tx, me.id) }),
};
