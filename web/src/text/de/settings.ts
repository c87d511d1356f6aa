import type { settings as english } from '../en/settings.ts';

export const settings: Record<keyof typeof english, string> = {};
