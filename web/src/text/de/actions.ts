import type { actions as english } from '../en/actions.ts';

export const actions: Record<keyof typeof english, string> = {};
