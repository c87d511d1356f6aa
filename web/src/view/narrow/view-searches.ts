/** The views in the sidebar that are searches. */
import { getKeys } from '../../store/base/objects.ts';

export const viewSearches = { followed: 'is:followed', reactions: 'has:reaction sender:me' } as const;

export type SearchView = keyof typeof viewSearches;

/** The built-in view of a search; undefined for any other. */
export const viewOfSearch = (query: string): SearchView | undefined =>
  getKeys(viewSearches).find((view) => viewSearches[view] === query.trim());
