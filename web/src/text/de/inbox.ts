import type { inbox as english } from '../en/inbox.ts';

export const inbox: Record<keyof typeof english, string> = {};
