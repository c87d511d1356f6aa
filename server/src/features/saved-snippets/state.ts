import type { StateFetchers } from '../../core/context/index.ts';
import { snippetsOf } from './queries.ts';

export const snippetState: Pick<StateFetchers, 'saved_snippets'> = {
  saved_snippets: async ({ tx, me }) => ({ saved_snippets: await snippetsOf(tx, me.id) }),
};
