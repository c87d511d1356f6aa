/** Whether the search overlay is open, and in which mode. */
import { signal } from '@preact/signals';
import type { Narrow } from '../../../store/narrow/narrow.ts';

/** `search`: searching for the text comes first. `switcher`: matching names come first. */
export type SearchMode = 'search' | 'switcher';

export const searchMode = signal<SearchMode | undefined>(undefined);
export const isHelpOpen = signal(false);
/** The view in which to go to a day, while the calendar is open. */
export const jumpIn = signal<Narrow | undefined>(undefined);
