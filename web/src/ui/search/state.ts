/** Whether the search lies over the page, and how it was opened. */
import { signal } from '@preact/signals';

/** `search`: what is typed is looked for first. `switcher`: what fits by name comes first. */
export type SearchMode = 'search' | 'switcher';

export const searchMode = signal<SearchMode | undefined>(undefined);
export const isHelpOpen = signal(false);
