/** Whether the search overlay is open, and in which mode. */
import { signal } from '@preact/signals';

/** `search`: searching for the text comes first. `switcher`: matching names come first. */
export type SearchMode = 'search' | 'switcher';

export const searchMode = signal<SearchMode | undefined>(undefined);
export const isHelpOpen = signal(false);
