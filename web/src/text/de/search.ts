import type { search as english } from '../en/search.ts';

export const search: Record<keyof typeof english, string> = {};
